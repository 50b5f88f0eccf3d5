import { toolTexts } from '../../contract/tool-texts'
import type { Tool } from '../../contract/tools'
import { type LintedText, lintTexts, type VariableFinding } from '../../contract/variable-lint'
import { fieldOf, spokenFields } from '../../contract/version-content'
import { TOOLS_PLACE } from './-findings'

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
