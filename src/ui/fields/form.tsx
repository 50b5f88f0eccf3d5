import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, type Path, type UseFormReturn, useFormState } from 'react-hook-form'
import { Button } from '../button'
import { ErrorList, LookOnly, Notice } from '../notice'
import { countOf } from '../numbers'
import { mayWrite } from '../role'
import { useLatest } from '../use-latest'
import { FieldProblems } from './field-checks'
import { countWrong, type PlacedError, splitFieldErrors, strayErrors } from './field-errors'

/** Spread into useForm: judged on leaving a field, from then on while typing. */
export const formDefaults = {
  mode: 'onTouched',
  reValidateMode: 'onChange',
  shouldFocusError: false,
} as const

/**
 * Why the last attempt failed, in the caller's words. `fields` are the service's own field errors, by path of the form's values; they land on
 * the fields, and those of no field are listed in the notice.
 */
export type FormError = {
  title: string
  message?: ReactNode
  detail?: string
  action?: ReactNode
  fields?: readonly { path: string; message: string }[]
}

/**
 * A form: fields, the error of the last attempt, and the submit button. Submits by button, Enter or Ctrl/Cmd+Enter, never twice at once; the
 * first wrong field gets focus, and how many are wrong stands beside the button; everything typed stays when it fails.
 * A viewer sees that there is nothing to send (D483).
 * - `form`: of `useForm({ ...formDefaults, defaultValues, resolver })`; `label`: accessible name
 * - `onSubmit(values)`: starts the work (`mutate`, not `mutateAsync`: failures come back through `error`); if it returns a promise, nothing is sent
 *   again before that settles. `pending` and `error` of the work have to be passed, null while there is none
 * - `submitLabel`: a verb, "Create collection"; `onCancel` shows "Cancel", or `cancel`; `actions`: more buttons beside
 * - `note`: why nothing was done, which is no error; stands where the count of wrong fields does
 * - `secondary`: something else is the main action of the screen (D791)
 * - `bar`: the buttons stay in sight at the foot of the window, with this on their left; Ctrl/Cmd+S submits what was changed, wherever the focus is
 * - `onDirtyChange`: told when unsaved input appears or goes, to ask before leaving. After success call `form.reset(values)`.
 */
export function FormShell<Values extends FieldValues, Out>({
  form,
  label,
  onSubmit,
  pending,
  error,
  submitLabel,
  onCancel,
  cancel = 'Cancel',
  actions,
  note,
  secondary,
  bar,
  onDirtyChange,
  children,
}: {
  form: UseFormReturn<Values, unknown, Out>
  label: string
  onSubmit: (values: Out) => unknown
  pending: boolean
  error: FormError | null
  submitLabel: string
  onCancel?: () => void
  cancel?: string
  actions?: ReactNode
  note?: string | undefined
  secondary?: boolean
  bar?: ReactNode
  onDirtyChange?: (dirty: boolean) => void
  children: ReactNode
}) {
  const { isDirty, errors, submitCount } = useFormState({ control: form.control })
  const wrong = submitCount > 0 ? countWrong(errors, form.control._fields) : 0
  const [problems] = useState(() => new Map<string, string>())
  const [dismissed, setDismissed] = useState<FormError | null>(null)
  const [stray, setStray] = useState<PlacedError[]>([])
  const [unshown, setUnshown] = useState<PlacedError[]>([])
  const [tries, setTries] = useState(0)
  const sending = useRef(false)
  const whole = useRef<HTMLFormElement>(null)
  // What leaving a field changes is drawn before the form is judged, and judged as it is then.
  const send = useLatest(onSubmit)
  const notice = useRef<HTMLDivElement>(null)

  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange])

  // A new error from the service is an event from outside: its field errors are put where they belong once, when it arrives.
  useEffect(() => {
    const { onFields, others } = splitFieldErrors(error?.fields ?? [], form.getValues())
    for (const { path, message } of onFields)
      form.setError(path as Path<Values>, { type: 'service', message })
    if (onFields.length > 0) setTries((before) => before + 1)
    // A value of the form need not have a field on the screen.
    const hidden = onFields.filter(({ path }) => !form.getFieldState(path as Path<Values>).error?.ref)
    setUnshown([...others, ...hidden])
    // Without a field to go to, the reason itself must be in sight.
    if (hidden.length === onFields.length) notice.current?.scrollIntoView?.({ block: 'nearest' })
  }, [error, form])

  // By where they stand, whoever found them, and also in a part that is folded.
  useEffect(() => {
    if (tries > 0) goToWrong(whole.current)
  }, [tries])

  const isShown = error !== null && error !== dismissed

  const submit = async () => {
    // Set before the first await, so that a second click in the same moment finds it; `pending` comes a render later.
    if (sending.current || pending) return
    sending.current = true
    leaveField()
    const markProblems = () => {
      for (const [name, message] of problems) form.setError(name as Path<Values>, { type: 'field', message })
    }
    try {
      setStray([])
      await form.handleSubmit(
        async (values) => {
          if (problems.size > 0) markProblems()
          else await send.current(values)
        },
        (errors) => {
          // Without this a schema that refuses what no field shows would make the button do nothing.
          setStray(strayErrors(errors, form.control._fields))
          markProblems()
        },
      )()
    } finally {
      sending.current = false
      // Only now are the errors of the schema drawn.
      setTries((before) => before + 1)
    }
  }

  const isLong = bar !== undefined
  const save = useLatest((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (key.toLowerCase() !== 's' || !(ctrlKey || metaKey) || shiftKey || altKey) return
    // Also where there is nothing to save, the browser would ask where to put the page.
    event.preventDefault()
    if (document.querySelector('[role=dialog], dialog[open]')) return
    leaveField()
    if (form.control._getDirty()) void submit()
  })
  useEffect(() => {
    if (!isLong) return
    const listen = (event: KeyboardEvent) => save.current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isLong, save])

  if (!mayWrite()) return <LookOnly />
  return (
    <FieldProblems value={problems}>
      <form
        ref={whole}
        aria-label={label}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          // A dialog's form inside a page's form must not submit both.
          event.stopPropagation()
          void submit()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            event.stopPropagation()
            void submit()
          }
        }}
      >
        {children}
        {isShown && (
          <div ref={notice}>
            <Notice
              tone="error"
              title={error.title}
              message={error.message}
              detail={error.detail}
              action={error.action}
              onDismiss={() => setDismissed(error)}
            >
              <ErrorList errors={unshown} />
            </Notice>
          </div>
        )}
        {stray.length > 0 && (
          <Notice tone="error" title="This form cannot be sent as it is.">
            <ErrorList errors={stray} />
          </Notice>
        )}
        <div data-bar={bar !== undefined || undefined} className="buttons">
          {/* On a phone in a row of its own above the buttons, so that none of them goes to another. */}
          <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-3 max-sm:basis-full">
            {bar}
            <p role="status" className={wrong > 0 ? 'text-bad' : undefined}>
              {wrong > 0 ? `${countOf(wrong, 'field')} to correct` : note}
            </p>
            {wrong > 0 && isShown && unshown.length > 0 && (
              <Button
                variant="link"
                onClick={() => notice.current?.scrollIntoView({ block: 'center' })}
              >{`Show ${unshown.length} more`}</Button>
            )}
          </div>
          {actions}
          {onCancel && <Button onClick={onCancel}>{cancel}</Button>}
          <Button
            type="submit"
            variant={secondary ? 'secondary' : 'primary'}
            pending={pending}
            // Leaving a field may show its message and move this button away from under the pointer, and the click would be lost.
            onMouseDown={(event) => event.preventDefault()}
            aria-keyshortcuts={`Control+Enter Meta+Enter${isLong ? ' Control+S Meta+S' : ''}`}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
    </FieldProblems>
  )
}

/** Gives the focus to the first field of a form that is marked as wrong. */
export function goToWrong(form: HTMLElement | null | undefined): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!first) return
  for (let part = first.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true
  first.focus()
  // One that has the focus already stays where it is, perhaps under the buttons.
  first.scrollIntoView?.({ block: 'nearest' })
}

/** What a field does when it is left it does before sending, though the focus has not moved yet; what is drawn after it (the id of a typed name, its version) counts, too. */
function leaveField(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLElement)) return
  flushSync(() => field.blur())
  field.focus({ preventScroll: true })
}
