import { type MarkdownNode, textOf } from './markdown-tree'

/** What counts when words are looked for: a text and its Markdown differ in marks and spaces. */
const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The smallest paragraph, item, table or block of code in which `words` begin, of these nodes and those below; `undefined`: they stand nowhere. */
export function placeIn(nodes: readonly MarkdownNode[], words: string): MarkdownNode | undefined {
  const texts = nodes.map((node) => lettersOf(textOf(node)))
  const wanted = lettersOf(words)
  const at = texts.join('').indexOf(wanted)
  if (wanted === '' || at < 0) return undefined
  let end = 0
  const found = nodes.find((_, index) => {
    end += texts[index]?.length ?? 0
    return at < end
  })
  if (found?.type !== 'list' && found?.type !== 'listItem' && found?.type !== 'blockquote') return found
  const below = placeIn(found.children, words)
  // The first paragraph of an item stands beside its mark, so the item is the place.
  return below && !(found.type === 'listItem' && below.type === 'paragraph') ? below : found
}

/** So many words lead to a place where what follows is written otherwise, such as a link. */
const ENOUGH = 5

/** Of a line that is longer, so much is the place, before it and after. */
const LINE_MAX = 5_000

/** The lines of a text, from their start to their end, in which `words` begin, whatever stands between the words; `undefined`: they stand nowhere. */
export function linesIn(text: string, words: string): { start: number; end: number } | undefined {
  const wanted = words.match(/[\p{L}\p{N}]+/gu) ?? []
  if (wanted.length === 0) return undefined
  const find = (some: readonly string[]) => new RegExp(some.join('[^\\p{L}\\p{N}]+'), 'iu').exec(text)
  const found = find(wanted) ?? find(wanted.slice(0, ENOUGH))
  if (!found) return undefined
  const after = found.index + found[0].length
  const last = text.indexOf('\n', after)
  return {
    start: Math.max(text.lastIndexOf('\n', found.index) + 1, found.index - LINE_MAX),
    end: Math.min(last < 0 ? text.length : last, after + LINE_MAX),
  }
}
