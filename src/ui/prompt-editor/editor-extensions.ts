import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete'
import { invertedEffects, isolateHistory } from '@codemirror/commands'
import { type Extension, StateEffect } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { Rename, TextCompletion } from './text-handle'

/** Offers the names after `{{`, in their order, and closes the braces. Taken with Enter; Tab moves to the next field as everywhere. */
export function completionOf(completions: () => readonly TextCompletion[]): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(/\{\{\s*[A-Za-z0-9_.-]*$/)
    if (!before) return null
    const from = before.from + (/^\{\{\s*/.exec(before.text)?.[0].length ?? 2)
    return {
      from,
      validFor: /^[A-Za-z0-9_.-]*$/,
      options: completions().map(({ name, detail }, index) => ({
        label: name,
        detail,
        boost: -index,
        apply: (view, completion, start, end) => {
          const closed = /^\s*\}\}/.exec(view.state.sliceDoc(end, end + 8))
          const insert = closed ? name : `${name}}}`
          view.dispatch({
            changes: { from: start, to: end, insert },
            selection: { anchor: start + name.length + (closed ? closed[0].length : 2) },
            annotations: pickedCompletion.of(completion),
            userEvent: 'input.complete',
          })
        },
      })),
    }
  }
  // After two braces nothing else can be meant, so a quick Enter takes the name and is no new line.
  return autocompletion({ override: [source], icons: false, activateOnTypingDelay: 60, interactionDelay: 0 })
}

/** Colours what matches, in the lines that are in sight only: the cost of a key must not grow with the text. */
export function marksOf(regexp: RegExp): Extension {
  const marks = new MatchDecorator({ regexp, decoration: Decoration.mark({ class: 'cm-variable' }) })
  return ViewPlugin.define<{ decorations: DecorationSet; update: (update: ViewUpdate) => void }>(
    (view) => ({
      decorations: marks.createDeco(view),
      update(update) {
        this.decorations = marks.updateDeco(update, this.decorations)
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  )
}

/** Goes with the step that renames a variable in the text. */
const renamed = StateEffect.define<Rename>()

/** What makes a change one step of the history, with the rename that goes with it. */
export const asOneStep = (rename: Rename | undefined) => ({
  effects: rename ? renamed.of(rename) : undefined,
  annotations: isolateHistory.of('full'),
})

/** Has the history keep renames, and tells `onRenamed` of one that Undo took back or Redo did again. */
export function renamesOf(onRenamed: (rename: Rename) => void): Extension {
  return [
    invertedEffects.of(({ effects }) =>
      effects.flatMap((effect) =>
        effect.is(renamed) ? [renamed.of({ from: effect.value.to, to: effect.value.from })] : [],
      ),
    ),
    EditorView.updateListener.of(({ transactions }) => {
      for (const transaction of transactions) {
        if (!transaction.isUserEvent('undo') && !transaction.isUserEvent('redo')) continue
        for (const effect of transaction.effects) if (effect.is(renamed)) onRenamed(effect.value)
      }
    }),
  ]
}

/** When the room for the text gets smaller below (findings stand there), the line that is written on stays in sight. */
export const keepCursorInSight = ViewPlugin.fromClass(
  class {
    readonly #observer: ResizeObserver
    constructor(view: EditorView) {
      let before = view.scrollDOM.clientHeight
      this.#observer = new ResizeObserver(() => {
        const now = view.scrollDOM.clientHeight
        const isSmaller = now < before
        before = now
        if (isSmaller && view.hasFocus)
          view.dispatch({
            effects: EditorView.scrollIntoView(view.state.selection.main.head, { y: 'nearest' }),
          })
      })
      this.#observer.observe(view.scrollDOM)
    }
    destroy() {
      this.#observer.disconnect()
    }
  },
)
