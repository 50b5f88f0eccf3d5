import type { QueryClient } from '@tanstack/react-query'
import { call } from '../client/call'
import { followEvents } from '../client/follow-events'
import { isSignedOut, subscribeSession } from '../client/session'
import { streamMessages } from '../contract/messages'
import { extensionQuery } from './extension'
import { isLive, messagesKey, noteLive, threadKey } from './followed-thread'

/** A page that is hidden for longer leaves its stream: a browser has six connections for all pages of the console. */
const HIDDEN_MS = 60_000
/** A stream that was refused, such as one too many, is asked for again after this long. */
const REFUSED_MS = 60_000
/** Events that come together are one reading. */
const TOGETHER_MS = 200

/** Whether the service streams new messages; asked of this thread where that is not known. */
export const streamOffered = (threadId: string) =>
  extensionQuery(streamMessages, (signal) => call(streamMessages, { params: { threadId }, signal }))

let leaveLast = () => {}

/**
 * Follows a thread until it is closed, and reads its messages when an event comes: events carry what the agent said, and not what became of it,
 * nor what the person says (D289). Returns how to leave.
 */
export function followThread(client: QueryClient, threadId: string): () => void {
  leaveLast()
  let leaveStream: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let reading: ReturnType<typeof setTimeout> | undefined

  const readSoon = () => {
    if (reading) return
    reading = setTimeout(() => {
      reading = undefined
      void client.invalidateQueries({ queryKey: messagesKey(threadId) })
    }, TOGETHER_MS)
  }

  function close() {
    clearTimeout(timer)
    leaveStream?.()
    leaveStream = undefined
    if (isLive(threadId)) noteLive(undefined)
  }

  function open() {
    leaveStream = followEvents(
      streamMessages,
      { threadId },
      {
        onOpen() {
          noteLive(threadId)
          readSoon()
        },
        onMessage: readSoon,
        onPause(why) {
          noteLive(undefined)
          // From this reading on they are polled again.
          readSoon()
          if (why === 'broken') return
          close()
          if (why === 'refused') timer = setTimeout(onVisibility, REFUSED_MS)
          else {
            leave()
            void client.invalidateQueries({ queryKey: threadKey(threadId) })
          }
        },
      },
    )
  }

  function onVisibility() {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(close, HIDDEN_MS)
    else if (!leaveStream) open()
  }

  function leave() {
    close()
    document.removeEventListener('visibilitychange', onVisibility)
    leaveSession()
  }

  document.addEventListener('visibilitychange', onVisibility)
  // Refused for want of a session, it comes back with the next one.
  const leaveSession = subscribeSession(() => isSignedOut() || onVisibility())
  // One that begins hidden opens none, or six links that are opened in tabs of their own would hold all connections.
  onVisibility()
  leaveLast = leave
  return leave
}
