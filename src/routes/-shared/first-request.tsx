import { type ComponentProps, Suspense } from 'react'
import { late } from './late'

const ShowRequest = late(async () => (await import('./show-request')).ShowRequest)

/** "Show request" of a form that sends several: shows the first. It comes a moment later, so that the form need not wait for its code. */
export const FirstRequest = (shown: ComponentProps<typeof ShowRequest>) => (
  <Suspense>
    <ShowRequest {...shown} />
  </Suspense>
)
