/** A message as the service tells it to a visitor. */
export interface Said {
  readonly id: string
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly messageBody: string
}

export interface Visit {
  /** The newest messages, in the order in which they were said. Without a thread it begins one. */
  read(): Promise<Said[]>
  send(message: string): Promise<void>
  /** Begins anew with the next call; nothing of the old thread is asked any more. */
  leave(): void
}

/** Why something did not work, in words for the visitor. `hasEnded`: this thread takes no more messages. */
export class VisitFailed extends Error {
  constructor(
    message: string,
    readonly hasEnded = false,
  ) {
    super(message)
  }
}

interface Pass {
  readonly threadId: string
  readonly token: string
}

/** Milliseconds until a broken stream is tried again; doubled with each failure. */
const RETRY = 1_000
const RETRY_MAX = 30_000

/**
 * A visitor's thread with an agent: creates it, sends, hears of new messages, and renews the token when it has ended.
 * The thread lives as long as the tab, also when its page is loaded again.
 */
export function openVisit(
  service: string,
  agentId: string,
  { onNews, onEnd, onAnew }: { onNews: () => void; onEnd: () => void; onAnew: () => void },
): Visit {
  const place = `chat ${service} ${agentId}`
  let pass = remembered()
  let starting: Promise<Pass> | undefined
  let following: AbortController | undefined

  function remembered(): Pass | undefined {
    try {
      return JSON.parse(sessionStorage.getItem(place) ?? '') as Pass
    } catch {
      return undefined
    }
  }

  function remember(next: Pass | undefined) {
    pass = next
    try {
      if (next) sessionStorage.setItem(place, JSON.stringify(next))
      else sessionStorage.removeItem(place)
    } catch {
      // A page without storage has the thread until it is left.
    }
  }

  async function ask(path: string, body?: object, more: RequestInit = {}): Promise<Response> {
    const headers: Record<string, string> = { ...(more.headers as Record<string, string>) }
    if (body) headers['content-type'] = 'application/json'
    let answer: Response
    try {
      answer = await fetch(service + path, {
        ...more,
        method: body ? 'POST' : 'GET',
        headers,
        body: body && JSON.stringify(body),
        credentials: 'omit',
        cache: 'no-store',
      })
    } catch {
      throw new VisitFailed('The chat cannot be reached. Check your connection and try again.')
    }
    return answer
  }

  async function refusalOf(answer: Response, isOfThread: boolean): Promise<VisitFailed> {
    const { message } = (await answer.json().catch(() => ({}))) as { message?: unknown }
    if (answer.status === 429) return new VisitFailed('The chat is busy. Try again in a moment.')
    if (answer.status >= 500) return new VisitFailed('The chat does not work at the moment. Try again later.')
    return new VisitFailed(
      typeof message === 'string' ? message : 'The chat refused this.',
      isOfThread && answer.status === 409,
    )
  }

  async function take(path: string, body: object, isOfThread = true): Promise<Pass> {
    const answer = await ask(path, body)
    if (!answer.ok) throw Object.assign(await refusalOf(answer, isOfThread), { status: answer.status })
    const { threadId, token } = (await answer.json()) as Pass
    remember({ threadId, token })
    return { threadId, token }
  }

  /** The thread, which is created at first. Two calls at once create one. */
  function begin(): Promise<Pass> {
    if (pass) return Promise.resolve(pass)
    starting ??= take('/api/v1/chat/threads', { agentId }, false).finally(() => {
      starting = undefined
    })
    return starting
  }

  /** A new token for one that ended. A thread that is too old for one is left, which `onAnew` tells, and another is begun. */
  async function renew(old: Pass): Promise<Pass> {
    // Meanwhile somebody else of this page may have done so.
    if (pass && pass.token !== old.token) return pass
    try {
      return await take(`/api/v1/chat/threads/${old.threadId}/token`, { token: old.token })
    } catch (error) {
      if ((error as { status?: number }).status !== 404) throw error
      // Two that ask at once are both refused.
      if (pass?.token !== old.token) return begin()
      leave()
      onAnew()
      const next = await begin()
      onNews()
      return next
    }
  }

  /** Asks as the visitor. An ended token is renewed once. */
  async function asVisitor(
    pathOf: (threadId: string) => string,
    body?: object,
    more: RequestInit = {},
  ): Promise<Response> {
    let mine = await begin()
    for (let isRenewed = false; ; isRenewed = true) {
      const headers = { ...(more.headers as object), authorization: `Bearer ${mine.token}` }
      const answer = await ask(pathOf(mine.threadId), body, { ...more, headers })
      if (answer.ok) return answer
      if (answer.status !== 401 || isRenewed) throw await refusalOf(answer, true)
      mine = await renew(mine)
    }
  }

  /** Hears of new messages until the thread is closed or left, and comes back to where it was when the connection breaks. */
  async function follow() {
    const leaving = new AbortController()
    following = leaving
    let last: string | undefined
    for (let wait = RETRY; following === leaving; wait = Math.min(wait * 2, RETRY_MAX)) {
      try {
        const headers = last === undefined ? undefined : { 'last-event-id': last }
        const answer = await asVisitor((id) => `/api/v1/threads/${id}/stream`, undefined, {
          headers,
          signal: leaving.signal,
        })
        // Nothing will come any more.
        if (answer.status === 204) return onEnd()
        // What was said while nobody listened.
        onNews()
        const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
        for (let text = ''; reader; ) {
          const { value, done } = await reader.read()
          if (done) break
          const events = (text + value).split('\n\n')
          text = events.pop() ?? ''
          for (const event of events) {
            last = /^id: (\d+)$/m.exec(event)?.[1] ?? last
            if (/^event: closed$/m.test(event)) return onEnd()
            if (/^data: /m.test(event)) onNews()
          }
          wait = RETRY / 2
        }
      } catch (error) {
        if (leaving.signal.aborted) return
        if (error instanceof VisitFailed && error.hasEnded) return onEnd()
      }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }

  function leave() {
    following?.abort()
    following = undefined
    remember(undefined)
  }

  return {
    async read() {
      const answer = await asVisitor((id) => `/api/v1/chat/threads/${id}/messages`)
      if (!following) void follow()
      const { messages } = (await answer.json()) as { messages: Said[] }
      return messages.reverse()
    },
    async send(message) {
      const answer = await asVisitor((id) => `/api/v1/threads/${id}/messages`, { message })
      const { threadId, token } = (await answer.json()) as Partial<Pass>
      if (threadId && token && pass?.threadId === threadId) remember({ threadId, token })
    },
    leave,
  }
}
