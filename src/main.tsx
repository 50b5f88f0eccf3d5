import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, router } from './router'
import './styles.css'

/** The app shell of the page stays until the first screen can be painted whole. */
async function start(root: HTMLElement): Promise<void> {
  await router.load()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root && import.meta.env.DEV && location.pathname === '/design')
  void import('./ui/design/gallery').then(({ Gallery }) => createRoot(root).render(<Gallery />))
else if (root) void start(root)
