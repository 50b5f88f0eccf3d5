import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { TextEditorProps } from './editor'
import type { TextHandle } from './text-handle'

/** The same text in a plain text area: until the editor is there, where it cannot come, and for who prefers it. */
export function PlainText({
  text,
  attributes,
  onTyped,
  onLeft,
  onWriting,
  cursor,
  rows,
  ref,
}: TextEditorProps & { rows: number; ref: Ref<TextHandle> }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const reported = useRef(text)
  const writingAt = useRef<number | null>(null)
  const read = () => {
    reported.current = area.current?.value ?? reported.current
    if (writingAt.current !== null) onWriting(writingAt.current)
    return reported.current
  }
  const stopWriting = () => {
    if (writingAt.current === null) return
    writingAt.current = null
    onWriting(null)
  }
  useLayoutEffect(() => {
    if (area.current && text !== reported.current) {
      reported.current = text
      area.current.value = text
    }
  }, [text])
  const start = useRef(cursor)
  useLayoutEffect(() => {
    if (!start.current) return
    area.current?.setSelectionRange(start.current.start, start.current.end)
    area.current?.focus()
  }, [])
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    text: read,
    cursor: () =>
      area.current && document.activeElement === area.current
        ? { start: area.current.selectionStart, end: area.current.selectionEnd }
        : null,
    select: (from, to) => {
      area.current?.focus()
      area.current?.setSelectionRange(from, to)
    },
    change: (changes) => {
      for (const change of [...changes].sort((one, other) => other.start - one.start))
        area.current?.setRangeText(change.text, change.start, change.end, 'end')
      onTyped(read)
      onLeft()
    },
  }))
  return (
    <textarea
      {...attributes}
      ref={area}
      defaultValue={text}
      rows={rows}
      onChange={(event) => {
        writingAt.current = event.currentTarget.selectionStart
        onTyped(read)
      }}
      // Told of typing too, with the place that is known already.
      onSelect={(event) => event.currentTarget.selectionStart !== writingAt.current && stopWriting()}
      onBlur={() => {
        stopWriting()
        onLeft()
      }}
      className="block min-h-0 w-full grow resize-none bg-transparent px-2 py-1.5 font-mono text-sm outline-none"
    />
  )
}
