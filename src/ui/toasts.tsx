import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button, IconButton } from './button'
import { currentToasts, dismissToast, subscribeToasts, type Toast } from './toast-store'

const icons = { good: CircleCheck, info: Info, bad: CircleAlert }
const looks = { good: 'text-good', info: 'text-ink-muted', bad: 'text-bad' }
const none: readonly Toast[] = []

/** Where toasts appear: under a modal dialog, whose buttons they must not cover, and above the lower edge so that no bar with buttons is covered, which is higher where it is narrow, and where a screen sets `--toasts`, and the live region that reads them out. Once per page, always mounted. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => none)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className={toasts.some(({ above }) => above) ? 'toasts toasts-above' : 'toasts'}
    >
      {toasts.map((shown) => (
        <ToastLine key={shown.id} shown={shown} />
      ))}
    </section>
  )
}

function ToastLine({ shown }: { shown: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissToast(shown.id), shown.lasts)
    return () => clearTimeout(timer)
  }, [held, shown])
  const Icon = icons[shown.tone]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps it from going while it is read
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="float pointer-events-auto flex w-full max-w-96 animate-appear items-start gap-2 p-3"
    >
      <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${looks[shown.tone]}`} />
      <div className="min-w-0 grow">
        <p>{shown.title}</p>
        {shown.message && <p className="text-sm text-ink-muted">{shown.message}</p>}
      </div>
      {shown.action && (
        <Button
          size="sm"
          aria-label={`${shown.action.label}: ${shown.title}`}
          onClick={() => {
            shown.action?.onSelect()
            dismissToast(shown.id)
          }}
        >
          {shown.action.label}
        </Button>
      )}
      <IconButton
        icon={X}
        label={`Dismiss: ${shown.title}`}
        onClick={() => dismissToast(shown.id)}
        className="size-6 text-ink-muted"
      />
    </div>
  )
}
