import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** Whatever stands in a document. */
export type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number]
export type NodeOf<Type extends MarkdownNode['type']> = Extract<MarkdownNode, { type: Type }>

/** Longest text that is set out, in UTF-16 units: more than anyone reads beside a list (D127). */
const TEXT_MAX = 300_000
/** Lines without an empty one between them: the parser's time grows at least with the square of this (D54). */
const RUN_MAX = 16_000
/** Deeper than anyone writes. */
export const DEPTH_MAX = 40
const DEEP = new RegExp(`^(?:[ \\t]*(?:>|[-*+][ \\t]|\\d{1,9}[.)][ \\t])){${DEPTH_MAX}}`, 'm')

/** Settings before the text, between two `---` lines at the very start. */
const FRONT_MATTER = /^---[ \t]*\n([\s\S]{0,20000}?\n)---[ \t]*(?:\n|$)/

/** Markdown as it can be set out, or why it is shown as plain text. */
export type MarkdownTree =
  | {
      readonly blocks: readonly MarkdownNode[]
      readonly definitions: ReadonlyMap<string, NodeOf<'definition'>>
      readonly frontMatter?: string
    }
  | { readonly problem: 'too long' | 'too tangled' }

/** Reads Markdown for a preview. What would hold the page up is not parsed at all. */
export function readMarkdown(source: string): MarkdownTree {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  if (text.length > TEXT_MAX) return { problem: 'too long' }
  if (DEEP.test(text) || text.split(/\n[ \t]*\n/).some((run) => run.length > RUN_MAX))
    return { problem: 'too tangled' }
  const front = FRONT_MATTER.exec(text)
  try {
    const { children } = fromMarkdown(front ? text.slice(front[0].length) : text, {
      extensions: [gfm()],
      mdastExtensions: [gfmFromMarkdown()],
    })
    return { blocks: children, definitions: definitionsIn(children), frontMatter: front?.[1]?.trimEnd() }
  } catch {
    // Too deep for the parser's stack.
    return { problem: 'too tangled' }
  }
}

/** The first of each name counts (CommonMark). */
function definitionsIn(blocks: readonly MarkdownNode[]): Map<string, NodeOf<'definition'>> {
  const found = new Map<string, NodeOf<'definition'>>()
  for (const node of nodesIn(blocks))
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node)
  return found
}

/** All words under a node. */
export const textOf = (node: MarkdownNode): string =>
  [...nodesIn([node])].flatMap((each) => ('value' in each ? each.value : [])).join(' ')

/** The nodes and all below them, in order; without recursion, because what is asked for may be deep. */
export function* nodesIn(nodes: readonly MarkdownNode[]): Generator<MarkdownNode> {
  const open = [...nodes].reverse()
  for (let node = open.pop(); node; node = open.pop()) {
    yield node
    if ('children' in node) open.push(...[...node.children].reverse())
  }
}
