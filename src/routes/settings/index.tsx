import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { ConsoleInfo } from '../../contract/console-info'
import { agentQueries } from '../../queries/agents'
import { infoQueries } from '../../queries/info'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { probeService } from '../../queries/service-health'
import { StatusBadge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { formatBytes } from '../../ui/numbers'
import { Facts, Page, Section } from '../../ui/page'
import { ThemeSwitch } from '../../ui/theme-switch'
import { ErrorNotice } from '../-shared/error-notice'
import { searchFlag } from '../-shared/search-text'
import { KeyList } from '../-shell/key-list'
import { Remembered } from './-remembered'
import { words } from './-settings-words'

const TransferDialog = lazy(async () => ({ default: (await import('../agents/-transfer')).TransferDialog }))

interface SettingsSearch {
  /** Whether known agents are being exported or imported. */
  readonly transfer?: true
  /** Whether it is being asked if everything is to be forgotten. */
  readonly forget?: true
}

export const Route = createFileRoute('/settings/')({
  validateSearch: (search: Record<string, unknown>): SettingsSearch => ({
    transfer: searchFlag(search.transfer),
    forget: searchFlag(search.forget),
  }),
  loader: ({ context }) => {
    prefetch(context.queryClient, ledgerQueries.count())
    prefetch(context.queryClient, agentQueries.list())
  },
  head: () => ({ meta: [{ title: 'Settings · Switchboard' }] }),
  component: SettingsPage,
})

function SettingsPage() {
  const { transfer = false, forget = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: agents } = useQuery(agentQueries.list())
  const change = (next: SettingsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  return (
    <Page title={words.title} context={words.context} width="form">
      <div className="flex flex-col gap-8">
        <Connection />
        <Section title={words.appearance.title} hint={words.appearance.hint}>
          <div className="max-w-48">
            <ThemeSwitch name="settings-theme" />
          </div>
        </Section>
        <div id="this-browser">
          <Remembered
            asking={forget}
            onAsk={(asking) => change({ forget: asking || undefined })}
            actions={
              <>
                <Link to="/activity" className={buttonClass('secondary')}>
                  {words.browser.show}
                </Link>
                <Button onClick={() => change({ transfer: true })}>{words.browser.transfer}</Button>
              </>
            }
          />
        </div>
        <Section title={words.keyboard.title} hint={words.keyboard.hint}>
          <KeyList />
        </Section>
        <Section title={words.about.title}>
          <Facts facts={[[words.about.version, <code key="version">{CONSOLE_VERSION}</code>]]} />
        </Section>
      </div>
      <Suspense>
        {transfer && agents && (
          <TransferDialog count={agents.length} onClose={() => change({ transfer: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}

/** Of package.json, put in when the console is built. */
const CONSOLE_VERSION = String(import.meta.env.CONSOLE_VERSION)

function Connection() {
  const { data: info, error } = useQuery(infoQueries.connection())
  // Nothing else on this screen asks the service.
  const probe = useQuery(probeService(true))
  const text = words.connection
  return (
    <Section title={text.title} hint={text.hint}>
      <ErrorNotice error={error} />
      {info && (
        <>
          <Facts
            facts={[
              [text.service, info.service === 'local' ? text.local : info.serviceName],
              [
                text.state,
                <StatusBadge key="state" tone={probe.isPending ? 'busy' : probe.isError ? 'bad' : 'good'}>
                  {probe.isPending ? text.asking : probe.isError ? text.silent : text.answers}
                </StatusBadge>,
              ],
              [
                text.apiKey,
                <Presence key="key" present={info.credentials.apiKey} variable="SERVICE_API_KEY" />,
              ],
              [
                text.accessToken,
                <Presence
                  key="token"
                  present={info.credentials.accessToken}
                  variable="SERVICE_ACCESS_TOKEN"
                />,
              ],
              [text.origins, <Origins key="origins" origins={info.chatOrigins} />],
              [text.upload, formatBytes(info.limits.uploadBytes)],
              [text.body, formatBytes(info.limits.bodyBytes)],
            ]}
          />
          {!info.credentials.apiKey && (
            <Notice tone="warn" title={text.noKey} message={text.set('SERVICE_API_KEY')} />
          )}
          {!info.credentials.accessToken && (
            <Notice tone="warn" title={text.noToken} message={text.set('SERVICE_ACCESS_TOKEN')} />
          )}
        </>
      )}
    </Section>
  )
}

function Presence({ present, variable }: { present: boolean; variable: string }): ReactNode {
  return (
    <StatusBadge tone={present ? 'good' : 'bad'}>
      {present ? words.connection.present : words.connection.missing(variable)}
    </StatusBadge>
  )
}

function Origins({ origins }: { origins: ConsoleInfo['chatOrigins'] }) {
  return (
    <>
      <ul>
        {origins.map((origin) => (
          <li key={origin}>
            <code className="break-all">{origin}</code>
          </li>
        ))}
      </ul>
      {origins.length > 1 && <p className="text-ink-muted">{words.connection.originHint}</p>}
    </>
  )
}
