import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { TextCompletion } from './text-handle'

/** Offers the names after `{{`, in their order, and closes the braces. Taken with Enter; Tab goes on to the next field as everywhere. */
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
