import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { infoQueries } from '../queries/info'
import { prefetch } from '../queries/prefetch'
import { untilRead } from '../queries/query-client'
import { buttonClass } from '../ui/button'
import { Page } from '../ui/page'
import { Shell } from '../ui/shell'
import { toast } from '../ui/toast-store'
import { Toasts } from '../ui/toasts'
import { useProbe } from './-shared/use-probe'
import { refuseDrops, useTitle } from './-shell/arrival'
import { Connection } from './-shell/connection'
import { useOverlays } from './-shell/overlays'
import { ScreenFailed } from './-shell/screen-failed'
import { useShortcuts } from './-shell/shortcuts'

/** How long what a session needs waits at most for what the screen reads, in milliseconds. */
const SESSION_WAIT_MS = 1_000

/** What every route's loader is given. */
export interface RouterContext {
  readonly queryClient: QueryClient
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: 'Switchboard' }] }),
  loader: ({ context }) => prefetch(context, [infoQueries.connection()]),
  component: Root,
  errorComponent: ScreenFailed,
  notFoundComponent: Missing,
})

function Root() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { shown, open, close } = useOverlays()
  useShortcuts(open)
  useTitle()
  const client = useQueryClient()
  const { data: info } = useQuery(infoQueries.connection())
  const navigate = useNavigate()
  const [used, setUsed] = useState<typeof import('./-shell/when-used')>()
  useEffect(() => {
    const load = () =>
      import('./-shell/when-used').then(
        (part) => {
          setUsed(part)
          return part
        },
        () => undefined,
      )
    // Nothing is uploaded or dropped, and no button goes with its press, before somebody presses or drags.
    for (const sign of ['click', 'keydown', 'dragenter']) addEventListener(sign, load, { once: true })
    refuseDrops((dropped) => {
      void load().then((part) =>
        part
          ? part.refuseDrop(client, navigate, dropped)
          : toast({ tone: 'info', title: 'This screen takes no files' }),
      )
    })
  }, [client, navigate])
  const person = info?.person
  /** Whose screens are drawn: another role finds other buttons and forms, and nothing of them is drawn again by itself. */
  const [drawnFor, setDrawnFor] = useState<string>()
  const [session, setSession] = useState<typeof import('./-shell/session')>()
  useEffect(() => {
    if (!person) return
    const { dataset } = document.documentElement
    if (dataset.role !== person.role) setDrawnFor(person.role)
    dataset.role = person.role
    // Before it is needed: once the session has ended, the server gives out no more files. What is shown first comes first (D712).
    void untilRead(client, SESSION_WAIT_MS)
      .then(() => import('./-shell/session'))
      .then(setSession, () => undefined)
  }, [person, client])
  return (
    <>
      <Shell
        path={path}
        renderLink={(link) => <Link {...link} />}
        aside={(to) => used && to === '/knowledge/files' && <used.UploadsLeft />}
        connection={
          <>
            <Connection />
            {session && <session.SignedIn onSignOut={() => open('signOut')} />}
          </>
        }
        onFind={() => open('palette')}
      >
        <Outlet key={drawnFor} />
      </Shell>
      <Toasts />
      {session && <session.SessionDialogs />}
      {shown && <shown.View held={shown.held} onClose={close} onOpen={open} />}
    </>
  )
}

function Missing() {
  useProbe()
  return (
    <Page title="There is no such screen" context="Check the address.">
      <p>
        <Link to="/" className={buttonClass('primary')}>
          Go to the overview
        </Link>
      </p>
    </Page>
  )
}
