import { toolTexts } from '../../contract/tool-texts'
import type { Tool } from '../../contract/tools'
import { type LintedText, lintTexts, type VariableFinding } from '../../contract/variable-lint'
import { fieldOf, spokenFields } from '../../contract/version-content'
import type { TextFinding } from '../../ui/prompt-editor/text-handle'

/** Where findings of the prompt and of the tools stand: the path of the field. */
export const PROMPT_PLACE = 'prompt.system'
const TOOLS_PLACE = 'prompt.tools'

/** What is found in a form. */
export interface Findings {
  /** The prompt they were found in. */
  readonly prompt: string
  readonly all: readonly VariableFinding[]
  /** Tools are attached whose texts could not be read. */
  readonly toolsUnread: boolean
}

/** The texts of the attached tools in which variables may stand. A tool declares its own variables. */
export function textsOfTools(slugs: readonly string[], tools: readonly Tool[]): LintedText[] {
  return slugs.flatMap((slug) => {
    const structure = tools.find((tool) => tool.slug === slug)?.structure
    if (!structure) return []
    const own = structure.variables.flatMap(({ name }) => (name ? [name] : []))
    return toolTexts(structure).map(({ where, text }) => ({
      place: TOOLS_PLACE,
      label: `${where} of the tool ${slug}`,
      text,
      own,
    }))
  })
}

/** How the variables of a version fit the texts that it says and that its tools send. Takes content, or the values of the form. */
export function lintVersion(content: unknown, tools: readonly Tool[]): VariableFinding[] {
  const spoken = spokenFields.map(({ path, label }) => ({
    place: path,
    label: `the ${label.toLowerCase()}`,
    text: fieldOf(content, path),
  }))
  return lintTexts(
    [...spoken, ...textsOfTools(fieldOf(content, TOOLS_PLACE), tools)],
    fieldOf(content, 'prompt.variables'),
  )
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

/** The findings that stand in the prompt, with what mends each, as the editor underlines them. */
export function findingsInPrompt(
  findings: readonly VariableFinding[],
  text: string,
  declare: (name: string) => void,
): TextFinding[] {
  return findings.flatMap(({ place, start, end, more, kind, severity, name, suggestion, message }) => {
    if (place !== PROMPT_PLACE || start === undefined || end === undefined) return []
    const fixes: TextFinding['fixes'][number][] = []
    const braced = `{{${suggestion}}}`
    if (suggestion !== undefined) fixes.push({ label: `Change to ${braced}`, insert: braced })
    if (kind === 'unclosed')
      fixes.push({ label: 'Close it with }}', insert: `${text.slice(start, end).trimEnd()}}}` })
    if (kind === 'undeclared') fixes.push({ label: `Declare ${name}`, run: () => declare(name) })
    return [{ start, end, ...(more && { more }), severity: severities[severity], message, fixes }]
  })
}
