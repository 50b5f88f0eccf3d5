import { keys } from './keys'

// Apart from what follows a thread, which lists of threads do without.

export const messagesKey = (threadId: string) => [...keys.threads, 'messages', threadId]
export const threadKey = (threadId: string) => [...keys.threads, 'record', threadId]

/** The thread whose events arrive at the moment; a page follows one at most. */
let live: string | undefined

/** Whether new messages of a thread arrive without being asked for. */
export const isLive = (threadId: string): boolean => threadId === live

/** Notes whose events arrive from now on; `undefined`: nobody's. */
export function noteLive(threadId: string | undefined): void {
  live = threadId
}
