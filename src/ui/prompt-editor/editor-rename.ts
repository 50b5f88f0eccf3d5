import { invertedEffects } from '@codemirror/commands'
import { type Extension, StateEffect } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import type { Rename } from './text-handle'

/** Goes with the step that renames a variable in the text. */
export const renamed = StateEffect.define<Rename>()

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
