import { toolTexts } from '../../contract/tool-texts'
import type { Tool } from '../../contract/tools'
import type { LintedText } from '../../contract/variable-lint'
import { words } from './-finding-words'

/** Where the findings of a tool's text lead in the form. */
export const TOOLS_PLACE = 'prompt.tools'

/** The texts of the attached tools in which variables may stand. A tool knows its own variables. */
export function textsOfTools(slugs: readonly string[], tools: readonly Tool[]): LintedText[] {
  return slugs.flatMap((slug) => {
    const structure = tools.find((tool) => tool.slug === slug)?.structure
    if (!structure) return []
    const own = structure.variables.flatMap(({ name }) => (name ? [name] : []))
    return toolTexts(structure).map(({ where, text }) => ({
      place: TOOLS_PLACE,
      label: words.ofTool(where, slug),
      text,
      own,
    }))
  })
}
