import {
  type Diagnostic,
  forEachDiagnostic,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint'
import type { Command, EditorView, KeyBinding } from '@codemirror/view'
import { announce } from '../announce'
import { asOneStep } from './editor-extensions'
import type { TextFinding } from './text-handle'

/** Underlines the findings, with their words and fixes on hovering. Those that lie outside of the text are of an older one. */
export function showFindings(view: EditorView, findings: readonly TextFinding[]): void {
  const { length } = view.state.doc
  const diagnostics = findings
    .flatMap((each) => [each, ...(each.more ?? []).map((place) => ({ ...each, ...place }))])
    .filter(({ start, end }) => start <= end && end <= length)
    .map(
      ({ start, end, severity, message, fixes }): Diagnostic => ({
        from: start,
        to: end,
        severity,
        message,
        actions: fixes.map(({ label, insert, run, rename }) => ({
          name: label,
          apply: (target, from, to) => {
            if (insert !== undefined)
              target.dispatch({ changes: { from, to, insert }, userEvent: 'input.fix', ...asOneStep(rename) })
            run?.()
            target.focus()
          },
        })),
      }),
    )
  view.dispatch(setDiagnostics(view.state, diagnostics))
}

interface Placed {
  readonly finding: Diagnostic
  readonly from: number
  readonly to: number
}

function findingAtCursor(view: EditorView): Placed | undefined {
  const { from: start, to: end } = view.state.selection.main
  let found: Placed | undefined
  forEachDiagnostic(view.state, (finding, from, to) => {
    if (!found && from <= end && to >= start) found = { finding, from, to }
  })
  return found
}

function say(view: EditorView): boolean {
  const placed = findingAtCursor(view)
  if (!placed) return false
  const [fix] = placed.finding.actions ?? []
  announce(fix ? `${placed.finding.message} ${fix.name}: Control and full stop.` : placed.finding.message)
  return true
}

function mend(view: EditorView): boolean {
  const placed = findingAtCursor(view)
  const [fix] = placed?.finding.actions ?? []
  if (!placed || !fix) return false
  fix.apply(view, placed.from, placed.to)
  announce(fix.name)
  return true
}

const go = (command: Command) => (view: EditorView) => {
  // False also where the only finding is the one that is selected: then it is read out again.
  command(view)
  return say(view)
}

/** F8 and Shift+F8 go from finding to finding and read them out; Ctrl/Cmd+. does the first fix of the one at the cursor. */
export const findingKeys: readonly KeyBinding[] = [
  { key: 'F8', run: go(nextDiagnostic), shift: go(previousDiagnostic) },
  { key: 'Mod-.', run: mend },
]
