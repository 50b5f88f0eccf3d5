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
    <Page
      title="Settings"
      context="What this console is connected to, how it looks, and what this browser keeps."
      width="form"
    >
      <div className="flex flex-col gap-8">
        <Connection />
        <Section title="Appearance" hint="Light, as this computer is set, or dark. Kept in this browser.">
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
                  Show activity
                </Link>
                <Button onClick={() => change({ transfer: true })}>Export or import known agents</Button>
              </>
            }
          />
        </div>
        <Section title="Keyboard" hint="Press ? anywhere to see these.">
          <KeyList />
        </Section>
        <Section title="About">
          <Facts facts={{ 'Version of the console': <code>{CONSOLE_VERSION}</code> }} />
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
  return (
    <Section title="Connection" hint="Set where the console is started; it cannot be changed from this page.">
      <ErrorNotice error={error} />
      {info && (
        <>
          <Facts
            facts={{
              Service:
                info.service === 'local' ? 'Local service, in the process of this console' : info.serviceName,
              State: (
                <StatusBadge tone={probe.isPending ? 'busy' : probe.isError ? 'bad' : 'good'}>
                  {probe.isPending ? 'Asking' : probe.isError ? 'Does not answer' : 'Answers'}
                </StatusBadge>
              ),
              'API key': <Presence present={info.credentials.apiKey} variable="SERVICE_API_KEY" />,
              'Access token': (
                <Presence present={info.credentials.accessToken} variable="SERVICE_ACCESS_TOKEN" />
              ),
              'Web-chat origins': <Origins origins={info.chatOrigins} />,
              'Largest file': formatBytes(info.limits.uploadBytes),
              'Largest request': formatBytes(info.limits.bodyBytes),
            }}
          />
          {!info.credentials.apiKey && (
            <Notice
              tone="warn"
              title="There is no API key, so the service will refuse almost everything"
              message="Set SERVICE_API_KEY where the console is started, and start it again."
            />
          )}
          {!info.credentials.accessToken && (
            <Notice
              tone="warn"
              title="There is no access token, so the tools cannot be listed"
              message="Set SERVICE_ACCESS_TOKEN where the console is started, and start it again."
            />
          )}
        </>
      )}
    </Section>
  )
}

function Presence({ present, variable }: { present: boolean; variable: string }): ReactNode {
  return (
    <StatusBadge tone={present ? 'good' : 'bad'}>{present ? 'Present' : `Not set: ${variable}`}</StatusBadge>
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
      {origins.length > 1 && <p className="text-ink-muted">The first is used unless another is chosen.</p>}
    </>
  )
}
