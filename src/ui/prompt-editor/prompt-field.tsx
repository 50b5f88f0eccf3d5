import { Maximize2, Minimize2, Search } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, useController } from 'react-hook-form'
import { Button } from '../button'
import { classNames } from '../class-names'
import { type BoundField, type ControlProps, FieldFrame } from '../fields/field-frame'
import { countNear } from '../fields/inputs'
import { Notice } from '../notice'
import { readStored, writeStored } from '../storage'
import type { EditorHandle, Editor as EditorPart, TextEditorProps } from './editor'
import { PlainText } from './plain-text'
import type { Rename, TextCompletion, TextFinding, TextHandle } from './text-handle'
import { useTextBuffer } from './use-text-buffer'

const loadEditor = () => import('./editor')

/** Whether this browser's person prefers the plain text area. */
const PLAIN_KEY = 'switchboard.plain-text'

/**
 * A long text with variables in it. Value: string. Shown as a text area until somebody turns to it, then as an editor (a chunk of its own);
 * the text area stays where that cannot be loaded. What is typed reaches the form when typing rests or the field is left (D141).
 * - `wake`: load the editor now, because there is a text already or the person is near
 * - `marks`, `completions`, `findings` (of the text `findingsOf`): what stands out, is offered and is underlined; the field knows no meaning
 * - `onRenamed`: Undo or Redo took a rename of `handle.change` back or did it again
 * - `onWriting`: where somebody is writing, or null
 * - `below`: inside the frame and below the text, so that nothing outside moves when it grows
 */
export function PromptField<Values extends FieldValues>({
  control,
  name,
  rows = 12,
  max,
  wake,
  marks,
  completions,
  findings,
  findingsOf,
  onRenamed,
  onWriting,
  below,
  handle,
  ...frame
}: BoundField<Values> & {
  rows?: number
  max?: number
  wake: boolean
  marks: RegExp
  completions: readonly TextCompletion[]
  findings: readonly TextFinding[]
  findingsOf: string
  onRenamed: (rename: Rename) => void
  onWriting: (at: number | null) => void
  below?: ReactNode
  handle: Ref<TextHandle>
}) {
  const { field, fieldState } = useController({ control, name })
  const text: string = field.value ?? ''
  const message = fieldState.error?.message
  const { typed, flush } = useTextBuffer(field.onChange)
  const box = useRef<HTMLDivElement>(null)
  const plain = useRef<TextHandle>(null)
  const rich = useRef<EditorHandle>(null)
  const [Editor, setEditor] = useState<typeof EditorPart | null>(null)
  const [cursor, setCursor] = useState<TextEditorProps['cursor']>(null)
  const [isPlain, setPlain] = useState(() => readStored(PLAIN_KEY) === 'true')
  const [failed, setFailed] = useState(false)
  const [isWide, setWide] = useState(false)
  const [touched, setTouched] = useState(false)
  const composing = useRef(false)
  const wanted = (wake || touched) && !isPlain && !Editor && !failed

  useEffect(() => {
    if (!wanted) return
    let over = false
    const show = (part: typeof EditorPart) => {
      if (over) return
      // Not in the middle of a character that is being composed.
      if (composing.current) {
        setTimeout(() => show(part), 200)
        return
      }
      const before = plain.current?.cursor() ?? null
      flush()
      flushSync(() => {
        setCursor(before)
        setEditor(() => part)
      })
    }
    loadEditor().then(
      (loaded) => show(loaded.Editor),
      () => !over && setFailed(true),
    )
    return () => {
      over = true
    }
  }, [wanted, flush])

  useEffect(() => (isWide && box.current ? isolate(box.current) : undefined), [isWide])

  const current = () => (isPlain || !Editor ? plain.current : rich.current)
  useImperativeHandle(handle, () => ({
    focus: () => current()?.focus(),
    text: () => current()?.text() ?? text,
    cursor: () => current()?.cursor() ?? null,
    select: (start, end) => current()?.select(start, end),
    change: (changes, rename) => current()?.change(changes, rename),
  }))
  // The form focuses the first wrong field by this.
  useImperativeHandle(field.ref, () => ({ focus: () => current()?.focus() }))

  const leave = () => {
    flush()
    field.onBlur()
  }
  const setMode = (toPlain: boolean) => {
    flush()
    setCursor(null)
    writeStored(PLAIN_KEY, toPlain ? 'true' : null)
    setPlain(toPlain)
    setFailed(false)
  }
  const sharedBy = ({ disabled, ...aria }: ControlProps): TextEditorProps => ({
    text,
    attributes: { ...aria, 'aria-label': frame.label },
    cursor,
    onTyped: typed,
    onLeft: leave,
    onWriting,
  })
  return (
    <FieldFrame
      {...frame}
      hint={
        <>
          {frame.hint} Tab moves to the next field. Ctrl+F finds and replaces, F8 goes to the next finding,
          Ctrl+. mends it, Esc leaves full screen.
        </>
      }
      message={message}
      beside={countNear(text, max)}
    >
      {(aria) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: Esc is listened for where the focus is; the pointer only foretells use
        <div
          ref={box}
          {...(isWide ? { role: 'dialog', 'aria-modal': true, 'aria-label': 'Full screen' } : {})}
          onPointerEnter={() => setTouched(true)}
          onFocus={() => setTouched(true)}
          onCompositionStart={() => {
            composing.current = true
          }}
          onCompositionEnd={() => {
            composing.current = false
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !isWide || event.defaultPrevented) return
            event.preventDefault()
            event.stopPropagation()
            setWide(false)
          }}
          className={classNames('flex flex-col gap-1', isWide && 'fixed inset-0 z-40 bg-surface p-3')}
        >
          <div className="flex flex-wrap items-center justify-end gap-1">
            {isWide && <span className="mr-auto font-semibold">{frame.label}</span>}
            {Editor && !isPlain && (
              <Button size="sm" variant="quiet" icon={Search} onClick={() => rich.current?.find()}>
                Find
              </Button>
            )}
            <Button size="sm" variant="quiet" onClick={() => setMode(!isPlain)}>
              {isPlain ? 'Editor' : 'Plain text'}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              icon={isWide ? Minimize2 : Maximize2}
              onClick={() => {
                setWide(!isWide)
                if (!isWide) current()?.focus()
              }}
            >
              {isWide ? 'Leave full screen' : 'Full screen'}
            </Button>
          </div>
          {/* In the look of every control. It grows with the text. */}
          <div
            className={classNames(
              'flex min-w-0 flex-col rounded-md border bg-surface-raised focus-within:outline-2 focus-within:-outline-offset-1',
              message ? 'border-bad outline-bad' : 'border-line-strong outline-accent',
              isWide ? 'min-h-0 grow' : 'resize-y overflow-hidden',
            )}
            style={
              isWide
                ? undefined
                : { minHeight: `${rows * 20 + 12}px`, height: `${rows * 24 + 12}px`, maxHeight: '80dvh' }
            }
          >
            {Editor && !isPlain ? (
              <Editor
                {...sharedBy(aria)}
                ref={rich}
                marks={marks}
                completions={completions}
                findings={findings}
                findingsOf={findingsOf}
                onRenamed={onRenamed}
              />
            ) : (
              <PlainText {...sharedBy(aria)} ref={plain} rows={rows} />
            )}
            {below}
          </div>
          {failed && (
            <Notice
              tone="warn"
              title="The editor could not be loaded. The text area does the same work; nothing typed is lost."
              action={<Button onClick={() => setFailed(false)}>Try again</Button>}
            />
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/**
 * Makes everything around an element unreachable by pointer, keyboard and screen reader while it fills the window. What speaks up by itself
 * (live regions) stays. Returns what takes it back.
 */
function isolate(element: HTMLElement): () => void {
  const changed: HTMLElement[] = []
  for (let here = element; here.parentElement && here !== document.body; here = here.parentElement) {
    for (const sibling of here.parentElement.children) {
      if (sibling === here || !(sibling instanceof HTMLElement) || sibling.inert) continue
      if (sibling.matches('[aria-live], [role=status], [role=alert], script, style')) continue
      sibling.inert = true
      changed.push(sibling)
    }
  }
  const before = document.documentElement.style.overflow
  document.documentElement.style.overflow = 'hidden'
  return () => {
    for (const each of changed) each.inert = false
    document.documentElement.style.overflow = before
  }
}
