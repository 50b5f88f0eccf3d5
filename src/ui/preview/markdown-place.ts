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
