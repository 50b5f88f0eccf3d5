import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Person } from '../../contract/session'
import { lookForSession, openSignInWindow, sessionMutations } from '../../queries/session'
import { Button } from '../../ui/button'
import { ErrorNotice } from '../-shared/error-notice'

/** How often it is looked whether somebody signed in by the window for it. */
const LOOK_MS = 2_000

/** What a dialog behind this one closes by, or takes the focus back with. */
const HEARD_BEHIND = ['pointerdown', 'focusin', 'keydown'] as const

const keepOpen = (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Signs in over whatever is shown, also over another dialog, and takes nothing of it away: it is native, so that it stands above all, and gives
 * the focus back to where it was (D481).
 */
export function SignInDialog({ signIn = 'password' }: { signIn?: Person['signIn'] }) {
  const client = useQueryClient()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before it leaves the page: only a dialog that is closed gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const hide = (event: Event) => event.stopPropagation()
    for (const name of HEARD_BEHIND) element.addEventListener(name, hide)
    // Before the page hears of it: Esc would close the dialog behind.
    window.addEventListener('keydown', keepOpen, true)
    const look = () => void lookForSession(client)
    window.addEventListener('focus', look)
    const show = () => element.showModal()
    // Back of a phone closes it.
    element.addEventListener('close', show)
    show()
    return () => {
      element.removeEventListener('close', show)
      window.removeEventListener('keydown', keepOpen, true)
      window.removeEventListener('focus', look)
      element.close()
    }
  }, [client])
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className="float pointer-events-auto m-auto w-[calc(100%-24px)] max-w-[24rem] p-4 text-ink backdrop:bg-scrim"
    >
      <div className="flex flex-col gap-4">
        <div>
          <h2 id={titleId} className="text-title font-semibold">
            Sign in again
          </h2>
          <p className="text-ink-muted">
            Your session ended. Sign in as before: what you typed stays here, and uploads, batches and other
            work go on. Anybody else who signs in sees this page, too.
          </p>
        </div>
        {signIn === 'password' ? <PasswordForm /> : <InWindow />}
      </div>
    </dialog>,
    document.body,
  )
}

function PasswordForm() {
  const id = useId()
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const signIn = useMutation({ ...sessionMutations.signIn(), onError: () => field.current?.select() })
  return (
    <form
      aria-label="Sign in again"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '' && !signIn.isPending) signIn.mutate(password)
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id}>Password</label>
        <input
          ref={field}
          id={id}
          type="password"
          autoComplete="current-password"
          required
          className="control"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </div>
      <ErrorNotice error={signIn.error} />
      <div className="buttons">
        <Button type="submit" variant="primary" pending={signIn.isPending} pendingLabel="Signing in">
          Sign in
        </Button>
      </div>
    </form>
  )
}

/** With the provider, whose page cannot stand inside this one. */
function InWindow() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void lookForSession(client), LOOK_MS)
    return () => clearInterval(timer)
  }, [isOpen, client])
  return (
    <>
      <div role="status" className="text-ink-muted">
        {isOpen && 'Sign in in the other window, then come back.'}
      </div>
      <div className="buttons">
        <Button
          variant="primary"
          onClick={() => {
            openSignInWindow()
            setOpen(true)
          }}
        >
          Sign in
        </Button>
      </div>
    </>
  )
}
