import type { IncomingMessage, ServerResponse } from 'node:http'
import { BROWSER_PARAMETER } from '../../contract/team-events'
import { coalesced } from '../../net/coalesced'
import { eventHeaders, refuse, refuseMethod } from '../answer'
import type { LedgerStore } from './ledger-store'
import type { Admitted } from './sessions'

// In milliseconds. What other processes change is found by looking; a page that is gone is noticed by looking, too.
const LOOK_SHARED = 1_000
const LOOK_ALONE = 5_000
const BEAT = 10_000
/** Changes so close to each other are told together. */
const TOGETHER = 100
const RECONNECT = 2_000

/** One for each browser. */
const STREAMS_MAX = 1_000

/** Bytes that wait for a slow reader; then its stream ends, and it comes back to what is then. */
const WAITING_MAX = 64 * 1024

/** Tells every open page that rows or leases changed, not which: pages read what they show again (D472). */
export function openTeamEvents({ rows, leases, isShared, onChange }: LedgerStore) {
  const followers = new Map<ServerResponse, { readonly page: string; readonly admitted: Admitted }>()
  const last = { rows: '', leases: '' }
  let timer: NodeJS.Timeout | undefined

  const send = (response: ServerResponse, text: string) => {
    if (response.writableEnded) return
    response.write(text)
    // Its end would wait behind what is not taken, and another write after it would end the process.
    if (response.writableLength > WAITING_MAX) response.destroy()
  }

  async function numbers(): Promise<string> {
    const all: Record<string, Record<string, number>> = {}
    for (const { service, store, number } of await rows.numbers()) {
      all[service] ??= {}
      all[service][store] = number
    }
    return JSON.stringify(all)
  }

  async function look() {
    const now = { rows: await numbers(), leases: await leases.mark() }
    for (const type of ['rows', 'leases'] as const) {
      if (now[type] === last[type]) continue
      last[type] = now[type]
      const data = type === 'rows' ? now.rows : '{}'
      for (const response of followers.keys()) send(response, `event: ${type}\ndata: ${data}\n\n`)
    }
  }

  /** Looks, and again and again while anybody follows. */
  const lookNow = coalesced(async () => {
    clearTimeout(timer)
    // While the store is away nothing changes that could be read.
    if (followers.size > 0) await look().catch(() => undefined)
    lookLater()
  })
  function lookLater() {
    clearTimeout(timer)
    if (followers.size > 0) timer = setTimeout(lookNow, isShared ? LOOK_SHARED : LOOK_ALONE).unref()
  }
  let soon: NodeJS.Timeout | undefined
  const leave = onChange(() => {
    soon ??= setTimeout(() => {
      soon = undefined
      void lookNow()
    }, TOGETHER).unref()
  })

  const stayOpen = async () => {
    if (followers.size === 0) return
    const pages = new Map([...followers.values()].map(({ page, admitted }) => [page, admitted.person.name]))
    await leases.stayOpen([...pages].map(([page, person]) => ({ page, person }))).catch(() => undefined)
  }
  const beat = setInterval(() => {
    for (const response of followers.keys()) send(response, ': here\n\n')
    void stayOpen()
  }, BEAT).unref()

  return {
    /** The numbers of the last changes, as JSON by service and kind. */
    numbers,
    follow(request: IncomingMessage, response: ServerResponse, admitted: Admitted) {
      const { method = '', url = '' } = request
      if (method !== 'GET') return refuseMethod(response, ['GET'])
      const page = new URLSearchParams(url.split('?')[1]).get(BROWSER_PARAMETER) ?? ''
      if (!/^[\da-f]{1,64}$/.test(page)) return refuse(response, 400, 'The browser is not named')
      if (followers.size >= STREAMS_MAX)
        return refuse(response, 429, 'Too many pages are open', { 'retry-after': '30' })
      followers.set(response, { page, admitted })
      response.once('close', () => followers.delete(response))
      response.writeHead(200, eventHeaders)
      send(response, `retry: ${RECONNECT}\n\n`)
      void stayOpen()
      // What there is now, so that a page that was cut off learns what it missed.
      numbers().then(
        (data) =>
          followers.has(response) &&
          send(response, `event: rows\ndata: ${data}\n\nevent: leases\ndata: {}\n\n`),
        () => response.end(),
      )
      lookLater()
    },
    endStreams() {
      for (const response of followers.keys()) response.end()
    },
    close() {
      clearTimeout(timer)
      clearTimeout(soon)
      clearInterval(beat)
      leave()
      for (const response of followers.keys()) response.end()
    },
  }
}
