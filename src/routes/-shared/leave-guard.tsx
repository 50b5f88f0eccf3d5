import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { describeError } from '../../queries/describe-error'
import { isReloading } from '../../queries/new-build'
import type { Words } from './leave-dialog'

const loadDialog = () => import('./leave-dialog')

interface Leaving {
  /** It is on its way, and its answer is not here yet. */
  readonly isSent?: boolean
  /** It was sent, and nobody knows whether it was done: says so. */
  readonly doubt?: string
  /** Why the last attempt to send it failed, which does not mean that it was not done. */
  readonly error?: unknown
}

/** Whether what was typed may be lost, or where `isSent` its answer missed. */
function wordsOf({ isSent, error, doubt = sentWords(error) }: Leaving): Words {
  if (isSent)
    return {
      title: 'Leave before the answer is here?',
      text: 'It was sent and may be done. Activity tells what became of it.',
      verb: 'Leave',
    }
  return {
    title: doubt ? 'Leave this form?' : 'Leave without saving?',
    text: doubt
      ? `${doubt}. What you typed here will be lost.`
      : 'What you typed here has not been sent and will be lost.',
    verb: 'Discard and leave',
  }
}

/** What failed and was done, or may have been. */
export function sentWords(error: unknown): string | undefined {
  const described = error ? describeError(error) : undefined
  return described?.outcome === 'refused' ? undefined : described?.title
}

const ask = (words: Words, signal?: AbortSignal): Promise<boolean> =>
  loadDialog().then(
    (dialog) => dialog.ask(words, signal),
    // Its code did not arrive, because the console's server is gone: the browser's own question must do.
    () => window.confirm(`${words.title} ${words.text}`),
  )

/** Asks whether what may have been done is sent again. `done`: what that is. */
export const askAgain = (done?: string): Promise<boolean> =>
  ask({
    title: 'Send it again?',
    text: `${done}. Sent again, it may be there twice.`,
    verb: 'Send again',
    stay: 'Cancel',
  })

/** Loaded as soon as there is something to lose, so that it is there when the server no longer is. */
function useLoadedQuestion(dirty: boolean): void {
  useEffect(() => {
    if (dirty) loadDialog().catch(() => undefined)
  }, [dirty])
}

/** Where a navigation leads, as far as a form needs it to know whether it is left. */
export interface NextPlace {
  readonly pathname: string
  readonly search: Readonly<Record<string, unknown>>
}

/**
 * Asks before unsaved input is left: by a link, by Back, by reloading or by closing the tab. Opening a dialog by the address of the same page is
 * not leaving; a form that is itself opened by the address says with `stays` where it stays open.
 * After success navigate with `ignoreBlocker: true`: `dirty` is then one render late. `onDiscard`: the person chose to lose the input.
 * `isSent`: it is on its way, so that only its answer would be missed; a question that is open then ends with it. `doubt`, `error`: as above. `isStored`: it is a draft, which is there again once an updated page is reloaded.
 * `inDialog`: Back closes it, also where it leads to the same page. Gives back what asks, and resolves with whether to leave.
 */
export function useLeaveGuard(
  dirty: boolean,
  options: Leaving & {
    stays?: (next: NextPlace) => boolean
    onDiscard?: () => void
    isStored?: boolean
    inDialog?: boolean
  } = {},
): () => Promise<boolean> {
  const { isSent = false } = options
  const asking = useRef<AbortController>(null)
  useEffect(() => {
    if (!dirty || !isSent) asking.current?.abort()
  }, [dirty, isSent])
  useEffect(() => () => asking.current?.abort(), [])
  useLoadedQuestion(dirty)
  const asks = () => {
    asking.current = new AbortController()
    return ask(wordsOf(options), asking.current.signal)
  }
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => dirty && !(options.isStored && isReloading),
    shouldBlockFn: async ({ current, next, action }) => {
      const { pathname } = next
      const search = next.search as NextPlace['search']
      const stays =
        options.stays?.({ pathname, search }) ??
        (pathname === current.pathname && (!options.inDialog || action === 'PUSH' || action === 'REPLACE'))
      if (stays) return false
      const leaves = await asks()
      if (leaves) options.onDiscard?.()
      return !leaves
    },
  })
  return asks
}

/** Asks before a dialog is closed or left in which something was typed: by Escape, its cross, or a press beside it, and as above. */
export function useCloseGuard(dirty: boolean, close: () => void, leaving?: Leaving): () => void {
  const asks = useLeaveGuard(dirty, { ...leaving, inDialog: true })
  return async () => {
    if (!dirty || (await asks())) close()
  }
}

/**
 * Whether what sends a write is left by the time of its answer: by `leave`, or gone, and at another address than at `sending`. Back does that, also
 * where nobody is asked; what goes with its subject, as a deleted one does, is led on.
 */
export function useLeft() {
  const router = useRouter()
  const [at] = useState({ sent: '', isGone: false, isLeft: false })
  useEffect(() => {
    at.isGone = false
    return () => {
      at.isGone = true
    }
  }, [at])
  return {
    sending: () => {
      at.sent = router.latestLocation.href
    },
    leave: () => {
      at.isLeft = true
    },
    isLeft: () => at.isLeft || (at.isGone && router.latestLocation.href !== at.sent),
  }
}
