import type { VariableFinding } from '../../contract/variable-lint'
import type { TextFinding } from '../../ui/prompt-editor/text-handle'
import { words } from './-finding-words'
import { PROMPT_PLACE } from './-findings'

/** Whether a finding is about what somebody is writing right now: the cursor stands in it, or at the end of what has no end yet. */
export function isBeingWritten(
  { place, kind, start, end }: Pick<VariableFinding, 'place' | 'kind' | 'start' | 'end'>,
  at: number | null,
): boolean {
  if (place !== PROMPT_PLACE || at === null || start === undefined || end === undefined) return false
  return start < at && (kind === 'unclosed' ? at <= end : at < end)
}

const severities = { error: 'error', warning: 'warning', note: 'info' } as const

/** The findings that stand in the prompt, with what mends each, as the editor underlines them. */
export function findingsInPrompt(
  findings: readonly VariableFinding[],
  text: string,
  declare: (name: string) => void,
): TextFinding[] {
  return findings.flatMap(({ place, start, end, kind, severity, name, suggestion, message }) => {
    if (place !== PROMPT_PLACE || start === undefined || end === undefined) return []
    const fixes: TextFinding['fixes'][number][] = []
    const braced = `{{${suggestion}}}`
    if (suggestion !== undefined) fixes.push({ label: words.changeTo(braced), insert: braced })
    if (kind === 'unclosed')
      fixes.push({ label: words.close, insert: `${text.slice(start, end).trimEnd()}}}` })
    if (kind === 'undeclared') fixes.push({ label: words.declare(name), run: () => declare(name) })
    return [{ start, end, severity: severities[severity], message, fixes }]
  })
}
