import type { VariableFinding } from '../../contract/variable-lint'
import type { TextFinding } from '../../ui/prompt-editor/text-handle'

/** Where findings of the prompt and of the tools stand: the path of the field. */
export const PROMPT_PLACE = 'prompt.system'
export const TOOLS_PLACE = 'prompt.tools'

/** What is found in a form. */
export interface Findings {
  /** The prompt they were found in. */
  readonly prompt: string
  readonly all: readonly VariableFinding[]
  /** Tools are attached whose texts could not be read. */
  readonly toolsUnread: boolean
}

/** Whether a finding is about what somebody is writing right now: the cursor stands in it, or at the end of what has no end yet. */
export function isBeingWritten(
  { place, kind, start, end, more }: Pick<VariableFinding, 'place' | 'kind' | 'start' | 'end' | 'more'>,
  at: number | null,
): boolean {
  if (place !== PROMPT_PLACE || at === null || more || start === undefined || end === undefined) return false
  return start < at && (kind === 'unclosed' ? at <= end : at < end)
}

const severities = { error: 'error', warning: 'warning', note: 'info' } as const

const isMended = ({ kind, mend }: VariableFinding) => Number(mend !== undefined || kind === 'undeclared')

/** The findings in the prompt, as the editor underlines them. What one press mends comes first: the list shows only some. */
export function findingsInPrompt(
  findings: readonly VariableFinding[],
  declare: (name: string) => void,
): TextFinding[] {
  const mendedFirst = findings.toSorted((one, other) => isMended(other) - isMended(one))
  return mendedFirst.flatMap(({ place, start, end, more, kind, severity, name, mend, message }) => {
    if (place !== PROMPT_PLACE || start === undefined || end === undefined) return []
    const fixes: TextFinding['fixes'][number][] = []
    const declares = mend?.declares
    if (mend)
      fixes.push({
        ...mend,
        ...(declares && { run: () => declare(declares), rename: { from: '', to: declares } }),
      })
    if (kind === 'undeclared') fixes.push({ label: `Declare ${name}`, run: () => declare(name) })
    return [{ start, end, ...(more && { more }), severity: severities[severity], message, fixes }]
  })
}
