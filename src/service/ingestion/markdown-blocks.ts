import type { fromMarkdown } from 'mdast-util-from-markdown'
import { textOfHtml } from './html-text'
import type { Block } from './passages'

// The parser's own words for its nodes.
type Root = ReturnType<typeof fromMarkdown>
type RootContent = Root['children'][number]
type PhrasingContent = Extract<RootContent, { type: 'paragraph' }>['children'][number]
type Table = Extract<RootContent, { type: 'table' }>

/** Deeper than this only the letters are kept. */
const DEPTH = 60

/** The letters under a node, without recursion. */
function lettersOf(node: RootContent): string {
  const waiting: RootContent[] = [node]
  const letters: string[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('children' in next) waiting.push(...[...next.children].reverse())
    else if ('value' in next) letters.push(next.value)
  }
  return letters.join(' ')
}

/** Text of a run of words: links as their text, images as their description, raw tags left out. */
function phrase(nodes: readonly PhrasingContent[], depth = 0): string {
  return nodes.map((node) => phraseOf(node, depth)).join('')
}

function phraseOf(node: PhrasingContent, depth: number): string {
  if (depth > DEPTH) return lettersOf(node)
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      // Where a paragraph was wrapped in the source means nothing; a break that was asked for is a node of its own.
      return node.value.replace(/[ \t]*\n[ \t]*/g, ' ')
    case 'break':
      return '\n'
    case 'html':
      return /^<br\b/i.test(node.value) ? '\n' : ''
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    case 'footnoteReference':
      return `[${node.label ?? node.identifier}]`
    case 'link':
      return phrase(node.children, depth + 1) || node.url
    default:
      return 'children' in node ? phrase(node.children, depth + 1) : ''
  }
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ').trim()

/** Each row says its column names again, because a passage may hold only some rows of a table. */
function rowsOf(table: Table): Block[] {
  const [head, ...rows] = table.children.map((row) =>
    row.children.map((cell) => oneLine(phrase(cell.children))),
  )
  const named = (cells: string[]) =>
    cells
      .map((cell, index) => (cell && head?.[index] ? `${head[index]}: ${cell}` : cell))
      .filter((cell) => cell !== '')
      .join('; ')
  const lines = rows.length === 0 ? [head?.join('; ') ?? ''] : rows.map(named)
  return lines.map((text, index) => ({ text, tight: index > 0 }))
}

/** The blocks under one node, headings apart. */
function* blocksOf(node: RootContent, depth: number): Generator<Block> {
  if (depth > DEPTH) {
    yield { text: lettersOf(node) }
    return
  }
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      yield { text: phrase(node.children).trim() }
      return
    case 'code':
      yield { text: node.value }
      return
    case 'html':
      yield { text: textOfHtml(node.value) }
      return
    case 'table':
      yield* rowsOf(node)
      return
    case 'list': {
      let count = (node.start ?? 1) - 1
      let first = true
      for (const item of node.children) {
        count += 1
        const mark = node.ordered ? `${count}.` : '-'
        const task = item.checked === true ? ' [x]' : item.checked === false ? ' [ ]' : ''
        let opened = false
        for (const child of item.children) {
          for (const block of blocksOf(child, depth + 1)) {
            if (block.text.trim() === '') continue
            const text = opened ? block.text.replace(/^/gm, '  ') : `${mark}${task} ${block.text}`
            yield { text, tight: !first }
            opened = true
            first = false
          }
        }
      }
      return
    }
    case 'footnoteDefinition': {
      let mark = `[${node.label ?? node.identifier}] `
      for (const child of node.children) {
        for (const block of blocksOf(child, depth + 1)) {
          yield { ...block, text: mark + block.text }
          mark = ''
        }
      }
      return
    }
    default:
      if ('children' in node) {
        for (const child of node.children as RootContent[]) yield* blocksOf(child, depth + 1)
      }
  }
}

/** Follows headings through a document, also one that comes in pieces, and gives every block its path. */
export class HeadingWalker {
  /** Open headings with their depth. */
  #open: { depth: number; text: string }[] = []
  #path: string[] = []
  /** The last heading has nothing under it so far: it must not be lost. */
  #bare = false;

  *walk(children: readonly RootContent[]): Generator<Block> {
    for (const node of children) {
      if (node.type !== 'heading') {
        yield* this.under(blocksOf(node, 0))
        continue
      }
      const text = oneLine(phrase(node.children)).slice(0, 300).toWellFormed()
      if (text === '') continue
      const deeper = node.depth > (this.#open.at(-1)?.depth ?? 0)
      if (!deeper) yield* this.end()
      this.#open = [...this.#open.filter(({ depth }) => depth < node.depth), { depth: node.depth, text }]
      this.#path = this.#open.map((heading) => heading.text)
      this.#bare = true
    }
  }

  /** Blocks as they are, under the headings that are open. */
  *under(blocks: Iterable<Block>): Generator<Block> {
    for (const block of blocks) {
      if (block.text.trim() === '') continue
      this.#bare = false
      yield this.#path.length ? { ...block, heading: this.#path } : block
    }
  }

  /** A section with no text in it is kept as its heading. */
  *end(): Generator<Block> {
    if (this.#bare) yield { text: this.#path.at(-1) ?? '', heading: this.#path }
    this.#bare = false
  }
}
