import { type Extension, RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { MarkLine } from './text-handle'

const variable = Decoration.mark({ class: 'cm-variable' })

/** Colours what `markLine` finds, in the lines that are in sight only: the cost of a key must not grow with the text. */
export function marksOf(markLine: MarkLine): Extension {
  const build = (view: EditorView): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>()
    for (const { from, to } of view.visibleRanges) {
      let done = -1
      for (let at = from; at <= to; ) {
        const line = view.state.doc.lineAt(at)
        if (line.from > done)
          for (const { start, end } of markLine(line.text)) {
            builder.add(line.from + start, line.from + end, variable)
          }
        done = line.from
        at = line.to + 1
      }
    }
    return builder.finish()
  }
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = build(view)
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.decorations = build(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
}
