import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { ConsoleInfo } from './contract/console-info'
import { infoQueries } from './queries/info'
import { reloadPage, watchBuild } from './queries/new-build'
import { createQueryClient, untilRead } from './queries/query-client'
import { forgetOtherTrials } from './queries/trial-place'
import { openRouter } from './router'
import { watchArrivals } from './routes/-shell/arrival'
import './styles.css'
import { toast } from './ui/toast-store'

/** How long the first picture waits at most for what is on its way, in milliseconds: drawn without it, all is drawn twice (D492). */
const FIRST_READS_MS = 100

/** Says what somebody has to do before anything fails for it, since parts that may be needed are loaded before they are (D681). */
const tellOfUpdate = () =>
  toast({
    tone: 'info',
    title: 'Switchboard was updated',
    message: 'Reload to go on. Forms keep what you typed.',
    action: { label: 'Reload', onSelect: reloadPage },
    // For days.
    lasts: 1e9,
  })

/** The app shell of the page stays until the first screen can be painted whole. */
async function start(root: HTMLElement): Promise<void> {
  watchBuild(tellOfUpdate)
  forgetOtherTrials()
  const queryClient = createQueryClient()
  // The page itself says what it is connected to (D825).
  const { info } = document.documentElement.dataset
  if (info) queryClient.setQueryData(infoQueries.connection().queryKey, JSON.parse(info) as ConsoleInfo)
  // A part of the page did not come: whether the server is there is asked at once, which the rail and the failed screen go by.
  addEventListener('vite:preloadError', () => void queryClient.invalidateQueries(infoQueries.connection()))
  const router = openRouter(queryClient)
  watchArrivals(router)
  await router.load()
  await untilRead(queryClient, FIRST_READS_MS)
  // Drawn in slices, between which the page answers (D560).
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

const root = document.getElementById('root')
if (root && import.meta.env.DEV && location.pathname === '/design')
  void import('./ui/design/gallery').then(({ Gallery }) => createRoot(root).render(<Gallery />))
// In a task of its own, after the code was read (D560).
else if (root) setTimeout(() => start(root))
