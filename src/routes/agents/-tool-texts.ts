import { isWire } from '../../contract/reply'
import type { Tool } from '../../contract/tools'
import type { LintedText } from '../../contract/variable-lint'
import { words } from './-finding-words'

/** Where the findings of a tool's text lead in the form. */
export const TOOLS_PLACE = 'prompt.tools'

/** The texts of the attached tools in which variables may stand: address, header values, strings of the body. A tool knows its own variables. */
export function textsOfTools(slugs: readonly string[], tools: readonly Tool[]): LintedText[] {
  return slugs.flatMap((slug) => {
    const structure = tools.find((tool) => tool.slug === slug)?.structure
    if (!structure) return []
    const own = structure.variables.flatMap(({ name }) => (name ? [name] : []))
    const texts = [
      [words.toolUrl(slug), structure.url ?? ''],
      ...stringsIn(structure.headers).map((text) => [words.toolHeader(slug), text]),
      ...stringsIn(structure.body).map((text) => [words.toolBody(slug), text]),
    ] as const
    return texts
      .filter(([, text = '']) => text.includes('{'))
      .map(([label = '', text = '']) => ({ place: TOOLS_PLACE, label, text, own }))
  })
}

/** Every string of a JSON value, however deep; headers may be an object or a list of pairs (D16). */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isWire(value) ? Object.values(value).flatMap(stringsIn) : []
}
