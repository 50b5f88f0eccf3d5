import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense, useRef } from 'react'
import { ledgerQueries } from '../../queries/ledger'
import { prefetch } from '../../queries/prefetch'
import { isOtherAnswer, probeService, wordsOf } from '../../queries/service-health'
import { StatusBadge } from '../../ui/badge'
import { Button, buttonClass } from '../../ui/button'
import { formatBytes } from '../../ui/numbers'
import { Facts, Page, Section } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { ThemeSwitch } from '../../ui/theme-switch'
import { useNear } from '../../ui/use-near'
import { late, lateWithin } from '../-shared/late'
import { searchFlag, searchParams } from '../-shared/search-text'
import { KeyList } from '../-shell/key-list'
import { Connection } from './-connection'
import { Remembered } from './-remembered'

const ForgetEverything = late(async () => (await import('./-forget-everything')).ForgetEverything)
const OffersSection = lateWithin(async () => (await import('./-offers')).OffersSection)
const OrganizationSection = lateWithin(async () => (await import('./-organization')).OrganizationSection)
const TransferDialog = late(async () => (await import('../agents/-transfer')).TransferDialog)

export const Route = createFileRoute('/settings/')({
  // `transfer`, `forget`: which dialog is open.
  validateSearch: searchParams({ transfer: searchFlag, forget: searchFlag }),
  loader: ({ context }) => prefetch(context, [ledgerQueries.count()]),
  head: () => ({ meta: [{ title: 'Settings · Switchboard' }] }),
  component: SettingsPage,
})

function SettingsPage() {
  const { transfer = false, forget = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  // Nothing else on this screen asks the service.
  const probe = useQuery(probeService(true))
  const refused = typeof probe.data === 'string' && probe.data
  const end = useRef<HTMLDivElement>(null)
  const isNearEnd = useNear(end)
  const change = (next: { transfer?: true; forget?: true }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true })
  return (
    <Page
      title="Settings"
      context="What this console is connected to, how it looks, and what it remembers."
      width="form"
    >
      <div className="flex flex-col gap-8">
        <Connection
          hint="Set where the console is started; it cannot be changed from this page."
          state={
            probe.data === false ? (
              <StatusBadge tone="unknown">Not asked, without the API key</StatusBadge>
            ) : (
              <StatusBadge tone={probe.isPending ? 'busy' : probe.data === true ? 'good' : 'bad'}>
                {probe.isPending
                  ? 'Connecting'
                  : probe.isError
                    ? without(probe.error)
                    : refused || 'Connected'}
              </StatusBadge>
            )
          }
          more={(info) => ({
            'Largest file': info ? formatBytes(info.limits.uploadBytes) : '–',
            'Largest request': info ? formatBytes(info.limits.bodyBytes) : '–',
          })}
        />
        <Section title="Appearance" hint="Light, as this computer is set, or dark. Stored in this browser.">
          <div className="max-w-48">
            <ThemeSwitch name="settings-theme" />
          </div>
        </Section>
        <div id="this-browser">
          <Remembered
            onForget={() => change({ forget: true })}
            actions={
              <>
                <Link to="/activity" className={buttonClass('secondary')}>
                  Show activity
                </Link>
                <Button onClick={() => change({ transfer: true })}>
                  {mayWrite() ? 'Export or import agents' : 'Export agents'}
                </Button>
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
        {/* They come when somebody turns to them and are as long as what they tell of, so everything else stands before them. */}
        <div ref={end} className="flex flex-col gap-8">
          <Suspense>
            {isNearEnd && (
              <>
                <OrganizationSection />
                <OffersSection />
              </>
            )}
          </Suspense>
        </div>
      </div>
      {transfer && <TransferDialog onClose={() => change({ transfer: undefined })} />}
      {forget && <ForgetEverything onClose={() => change({ forget: undefined })} />}
    </Page>
  )
}

/** What stands where the service should. */
const without = (error: unknown) =>
  isOtherAnswer(error) ? 'Something answers, but not the service: check SERVICE_URL' : wordsOf(error)

/** Of package.json, put in when the console is built. */
const CONSOLE_VERSION = String(import.meta.env.CONSOLE_VERSION)
