import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  type ErrorComponentProps,
  Link,
  Outlet,
  useLocation,
  useRouter,
} from '@tanstack/react-router'
import { infoQueries } from '../queries/info'
import { prefetch } from '../queries/prefetch'
import { Button, buttonClass } from '../ui/button'
import { Page } from '../ui/page'
import { Shell } from '../ui/shell'
import { Toasts } from '../ui/toasts'
import { Connection } from './-connection'
import { ErrorNotice } from './-error-notice'
import { useOverlays } from './-overlays'
import { useShortcuts } from './-shortcuts'
import { useTitle } from './-title'

/** What every route's loader is given. */
export interface RouterContext {
  readonly queryClient: QueryClient
}

const words = {
  failed: 'This screen could not be shown',
  again: 'Try again',
  missing: 'There is no such screen',
  missingText: 'The address may be mistyped, or it belongs to a screen that this version does not have.',
  overview: 'Go to the overview',
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: 'Switchboard' }] }),
  loader: ({ context }) => prefetch(context.queryClient, infoQueries.connection()),
  component: Root,
  errorComponent: Failed,
  notFoundComponent: Missing,
})

function Root() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { View, open, close } = useOverlays()
  useShortcuts(open)
  useTitle()
  return (
    <>
      <Shell
        path={path}
        renderLink={(link) => <Link {...link} />}
        connection={<Connection />}
        onFind={() => open('palette')}
      >
        <Outlet />
      </Shell>
      <Toasts />
      {View && <View onClose={close} onOpen={open} />}
    </>
  )
}

function Failed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={words.failed}>
      <ErrorNotice error={error} action={<Button onClick={again}>{words.again}</Button>} />
    </Page>
  )
}

function Missing() {
  return (
    <Page title={words.missing} context={words.missingText}>
      <p>
        <Link to="/" className={buttonClass('primary')}>
          {words.overview}
        </Link>
      </p>
    </Page>
  )
}
