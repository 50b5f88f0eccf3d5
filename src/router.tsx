import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { basePath } from './client/base-path'
import { routeTree } from './route-tree.gen'
import { ScreenFailed } from './routes/-shell/screen-failed'

export const openRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: basePath,
    context: { queryClient },
    // A screen's code and data are on their way when the pointer rests on its link.
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Else a screen that fails takes the rail with it, and every way to another screen.
    defaultErrorComponent: ScreenFailed,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
}
