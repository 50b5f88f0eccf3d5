import { late } from './late'

/** "Show request" of a form that sends several: shows the first. It comes a moment later, so that the form need not wait for its code. */
export const FirstRequest = late(async () => (await import('./show-request')).ShowRequest)
