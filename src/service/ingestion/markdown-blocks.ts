import { fromMarkdown } from 'mdast-util-from-markdown'
import { type Block, cleanText } from './passages'

const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi
const KNOWN_MAX = 5_000
const known = new Map<string, string>()

/** The character of a reference, which the parser knows; the reference itself where there is none. */
function characterOf(reference: string): string {
  const character = known.get(reference) ?? fromMarkdown(reference).children.map(lettersOf).join('')
  if (known.size < KNOWN_MAX) known.set(reference, character)
  return character
}

const BREAKS = /^<\/?(?:br|p|div|li|ul|ol|tr|table|h[1-6]|hr|section|details|summary|dt|dd|pre|blockquote)\b/i
const CELL = /^<t[dh]\b/i

/** The end of the comment, element or tag that starts at `start`; the end of the text if it never closes. */
function skip(html: string, start: number): number {
  const closing = (end: string, length = end.length) => {
    const at = html.indexOf(end, start)
    return at === -1 ? html.length : at + length
  }
  if (html.startsWith('<!--', start)) return closing('-->')
  const element = /^<(script|style|template|svg)\b/i.exec(html.slice(start, start + 12))
  if (!element) return closing('>')
  const rest = html.slice(start).search(new RegExp(`</${element[1]}`, 'i'))
  return rest === -1 ? html.length : html.indexOf('>', start + rest) + 1 || html.length
}

/** The text of raw HTML without tags, comments, scripts and styles, in linear time. */
function textOfHtml(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    text += html.slice(at, tag === -1 ? html.length : tag)
    if (tag === -1) break
    // "a < b" has no tag.
    if (!/[a-z/!?]/i.test(html[tag + 1] ?? '')) {
      text += '<'
      at = tag + 1
      continue
    }
    if (BREAKS.test(html.slice(tag, tag + 12))) text += '\n'
    if (CELL.test(html.slice(tag, tag + 4))) text += ' | '
    at = skip(html, tag)
  }
  return cleanText(text.replace(REFERENCE, characterOf))
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[ \n]*(?:\| )*/g, '\n')
    .trim()
}

type Root = ReturnType<typeof fromMarkdown>
type RootContent = Root['children'][number]
type PhrasingContent = Extract<RootContent, { type: 'paragraph' }>['children'][number]
type Table = Extract<RootContent, { type: 'table' }>

/** Nodes deeper than this lose their structure. */
const DEPTH = 60

function lettersOf(node: RootContent): string {
  const waiting: RootContent[] = [node]
  const letters: string[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if ('children' in next) waiting.push(...[...next.children].reverse())
    else if ('value' in next) letters.push(next.value)
  }
  return letters.join(' ')
}

/** Inline text: links as their text, images as their description, no raw tags. */
function phrase(nodes: readonly PhrasingContent[], depth = 0): string {
  return nodes.map((node) => phraseOf(node, depth)).join('')
}

function phraseOf(node: PhrasingContent, depth: number): string {
  if (depth > DEPTH) return lettersOf(node)
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      // Wrapping in the source means nothing. A real break is its own node.
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

/** Repeats the column names in each row, because a passage may hold only some rows. */
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

/** Gives every block its path of headings, also across the pieces of a document. */
export class HeadingWalker {
  #open: { depth: number; text: string }[] = []
  #path: string[] = []
  /** The last heading has no text under it yet. */
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

  *under(blocks: Iterable<Block>): Generator<Block> {
    for (const block of blocks) {
      if (block.text.trim() === '') continue
      this.#bare = false
      yield this.#path.length ? { ...block, heading: this.#path } : block
    }
  }

  /** A section without text becomes its heading. */
  *end(): Generator<Block> {
    if (this.#bare) yield { text: this.#path.at(-1) ?? '', heading: this.#path }
    this.#bare = false
  }
}
