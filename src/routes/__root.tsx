import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Link, Outlet, useLocation } from '@tanstack/react-router'
import { Shell } from '../ui/shell'

/** What every route's loader is given. */
export interface RouterContext {
  readonly queryClient: QueryClient
}

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ meta: [{ title: 'Switchboard' }] }),
  component: Root,
})

function Root() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (
    <>
      <HeadContent />
      <Shell path={path} renderLink={(link) => <Link {...link} />}>
        <Outlet />
      </Shell>
    </>
  )
}
