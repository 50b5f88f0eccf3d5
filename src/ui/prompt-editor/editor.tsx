import { closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands'
import { openSearchPanel, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { cspNonce } from '../csp-nonce'
import { asOneStep, completionOf, keepCursorInSight, marksOf, renamesOf } from './editor-extensions'
import { findingKeys, showFindings } from './editor-findings'
import { editorLook } from './editor-look'
import type { Rename, TextCompletion, TextCursor, TextFinding, TextHandle } from './text-handle'

/** Beside what any text can do: its panel for finding and replacing. */
export type EditorHandle = TextHandle & { find(): void }

/** What both ways of editing take. `attributes` tie the text to label, hint and message. */
export interface TextEditorProps {
  text: string
  attributes: Readonly<{ id: string } & Record<string, string | true | undefined>>
  onTyped: (read: () => string) => void
  onLeft: () => void
  /** With every text that is read: where in it somebody is writing; `null` when the cursor has left what was written last. */
  onWriting: (at: number | null) => void
  /** Where the cursor was in what stood here before, if it had the focus. */
  cursor: TextCursor | null
}

const searchPhrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regular expression',
  'by word': 'Whole words',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
}

/**
 * The editor itself. `text` is what the form holds; typing is told by `onTyped`, and a `text` that is not what was typed replaces the document.
 * `findings` belong to `findingsOf`, and are only shown while that is the text.
 */
export function Editor({
  text,
  attributes,
  onTyped,
  onLeft,
  onWriting,
  cursor,
  marks,
  completions,
  findings,
  findingsOf,
  onRenamed,
  ref,
}: TextEditorProps & {
  marks: RegExp
  completions: readonly TextCompletion[]
  findings: readonly TextFinding[]
  findingsOf: string
  onRenamed: (rename: Rename) => void
  ref: Ref<EditorHandle>
}) {
  const { id } = attributes
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView>(null)
  // What the form was told last: only another text is news.
  const reported = useRef(text)
  const latest = useRef({ completions, onTyped, onLeft, onWriting, onRenamed })
  const isWriting = useRef(false)
  const aria = useRef(new Compartment())
  useEffect(() => {
    latest.current = { completions, onTyped, onLeft, onWriting, onRenamed }
  })

  // By their text, because they are a new object with every rendering; it leaves out those that are undefined.
  const attributesText = JSON.stringify(attributes)
  const first = useRef({ text, cursor, marks })
  // In the same task as the drawing, so that no key falls between the text area that was here and this.
  useLayoutEffect(() => {
    if (!place.current) return
    const start = first.current
    const read = () => {
      reported.current = view.state.doc.toString()
      if (isWriting.current) latest.current.onWriting(view.state.selection.main.head)
      return reported.current
    }
    const stopWriting = () => {
      if (!isWriting.current) return
      isWriting.current = false
      latest.current.onWriting(null)
    }
    const view: EditorView = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: start.text,
        selection: start.cursor ? { anchor: start.cursor.start, head: start.cursor.end } : undefined,
        extensions: [
          EditorView.cspNonce.of(cspNonce()),
          editorLook,
          EditorView.lineWrapping,
          history(),
          search({ top: true }),
          EditorState.phrases.of(searchPhrases),
          marksOf(start.marks),
          completionOf(() => latest.current.completions),
          renamesOf((rename) => latest.current.onRenamed(rename)),
          // Sends the form, which listens further out; the default would begin a line first.
          Prec.highest(keymap.of([{ key: 'Mod-Enter', run: () => true }])),
          keymap.of([
            ...completionKeymap,
            ...findingKeys,
            ...searchKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          aria.current.of([]),
          EditorView.contentAttributes.of({ spellcheck: 'true', autocapitalize: 'sentences', tabindex: '0' }),
          keepCursorInSight,
          EditorView.updateListener.of(({ docChanged, selectionSet, transactions }) => {
            const isTyped = transactions.some(
              (one) => one.isUserEvent('input.type') || one.isUserEvent('delete'),
            )
            if (isTyped) isWriting.current = true
            else if (docChanged || selectionSet) stopWriting()
            if (docChanged) latest.current.onTyped(read)
          }),
          EditorView.domEventHandlers({
            blur: (_, target) => {
              closeCompletion(target)
              stopWriting()
              latest.current.onLeft()
            },
            // The editor's own way reads files into the text; the screen around it takes or refuses them (D382).
            drop: (event, { dom }) => {
              if (!event.dataTransfer?.types.includes('Files')) return false
              event.stopPropagation()
              dom.parentElement?.dispatchEvent(new DragEvent('drop', event))
              return true
            },
          }),
        ],
      }),
    })
    editor.current = view
    if (start.cursor) view.focus()
    // A label only leads to what HTML calls a control.
    const label = document.querySelector<HTMLElement>(`label[for="${id}"]`)
    const focus = () => view.focus()
    label?.addEventListener('click', focus)
    return () => {
      label?.removeEventListener('click', focus)
      view.destroy()
    }
  }, [id])

  // Before anything else can be typed and told: an effect that came later would take it back.
  useLayoutEffect(() => {
    const view = editor.current
    if (!view || text === reported.current) return
    reported.current = text
    const change = difference(view.state.doc.toString(), text)
    if (change) view.dispatch({ changes: change, annotations: isolateHistory.of('full') })
  }, [text])

  useLayoutEffect(() => {
    const content = EditorView.contentAttributes.of(JSON.parse(attributesText))
    editor.current?.dispatch({ effects: aria.current.reconfigure(content) })
  }, [attributesText])

  useEffect(() => {
    const view = editor.current
    if (view && view.state.doc.toString() === findingsOf) showFindings(view, findings)
  }, [findings, findingsOf])

  useImperativeHandle(ref, () => ({
    focus: () => editor.current?.focus(),
    text: () => editor.current?.state.doc.toString() ?? reported.current,
    cursor: () => {
      const view = editor.current
      if (!view?.hasFocus) return null
      const { from, to } = view.state.selection.main
      return { start: from, end: to }
    },
    find: () => {
      if (editor.current) openSearchPanel(editor.current)
    },
    select: (start, end) => {
      const view = editor.current
      if (!view) return
      const { length } = view.state.doc
      view.dispatch({
        selection: { anchor: Math.min(start, length), head: Math.min(end, length) },
        scrollIntoView: true,
      })
      view.focus()
    },
    change: (changes, rename) => {
      editor.current?.dispatch({
        changes: changes.map((change) => ({ from: change.start, to: change.end, insert: change.text })),
        ...asOneStep(rename),
        userEvent: 'input.outside',
      })
      latest.current.onLeft()
    },
  }))

  return <div ref={place} className="min-h-0 grow overflow-hidden" />
}

/** The one change that makes a text another: what stands between their common beginning and end. */
function difference(before: string, after: string): { from: number; to: number; insert: string } | undefined {
  if (before === after) return undefined
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  let tail = 0
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) }
}
