import { createElement, Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import { Button } from '../button'
import { CodeBlock } from '../code-block'
import { formatCount } from '../numbers'
import { OUTSIDE, readWebAddress } from '../web-address'
import { placeIn } from './markdown-place'
import { Found, Plain } from './markdown-plain'
import {
  DEPTH_MAX,
  type MarkdownNode,
  type MarkdownTree,
  type NodeOf,
  nodesIn,
  textOf,
} from './markdown-tree'

/** In ms. Only a hostile text keeps the parser busy longer. */
const PATIENCE = 4_000

/** The tree of a Markdown text, parsed in a worker; `undefined` until then. */
function useMarkdown(text: string): MarkdownTree | undefined {
  const [read, setRead] = useState<{ text: string; tree: MarkdownTree }>()
  useEffect(() => {
    const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
    const end = (tree: MarkdownTree) => {
      worker.terminate()
      clearTimeout(timer)
      setRead({ text, tree })
    }
    const timer = setTimeout(() => end({ problem: 'too tangled' }), PATIENCE)
    worker.onmessage = ({ data }: MessageEvent<MarkdownTree>) => end(data)
    worker.onerror = () => end({ problem: 'too tangled' })
    worker.postMessage(text)
    return () => {
      worker.terminate()
      clearTimeout(timer)
    }
  }, [text])
  return read?.text === text ? read.tree : undefined
}

interface Around {
  readonly definitions: ReadonlyMap<string, NodeOf<'definition'>>
  /** Nesting depth; below the limit only words are shown. */
  readonly depth: number
  /** What is shown as the place that was asked for. */
  readonly place: MarkdownNode | undefined
}

/** Elements by place: the nodes of a text do not move, so they need no keys. */
const inOrder = (parts: readonly ReactNode[], Holder: 'tr' | 'tbody' | typeof Fragment = Fragment) =>
  createElement(Holder, null, ...parts)

const all = (nodes: readonly MarkdownNode[], around: Around): ReactNode =>
  inOrder(nodes.map((node) => one(node, around)))

/** Under the heading of the preview, which is the panel's second level. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

const PLAIN = { paragraph: 'p', strong: 'strong', emphasis: 'em', delete: 'del' } as const

/** The text of an item stands beside its mark, so that it is marked inside. */
const one = (node: MarkdownNode, around: Around): ReactNode =>
  node === around.place && node.type !== 'listItem' ? (
    <Found>{element(node, around)}</Found>
  ) : (
    element(node, around)
  )

/** A node as our own elements. No text of it becomes markup. */
function element(node: MarkdownNode, around: Around): ReactNode {
  if (around.depth > DEPTH_MAX) return textOf(node)
  const inside = () =>
    'children' in node ? all(node.children, { ...around, depth: around.depth + 1 }) : null
  switch (node.type) {
    case 'text':
      return node.value
    case 'paragraph':
    case 'strong':
    case 'emphasis':
    case 'delete':
      return createElement(PLAIN[node.type], null, inside())
    case 'heading': {
      const Heading = HEADINGS[node.depth - 1] ?? 'h6'
      return (
        <Heading className={node.depth < 3 ? 'pt-2 text-title font-semibold' : 'font-semibold'}>
          {inside()}
        </Heading>
      )
    }
    case 'inlineCode':
      return <code className="rounded-sm bg-surface-sunken px-1 font-mono">{node.value}</code>
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0} className="overflow-x-auto rounded-md bg-surface-sunken p-2 font-mono text-sm">
          {node.value}
        </pre>
      )
    case 'html':
      return <code className="font-mono text-ink-muted">{node.value}</code>
    case 'break':
      return <br />
    case 'thematicBreak':
      return <hr className="border-line-strong" />
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2 border-l-3 border-line-strong pl-3">{inside()}</blockquote>
      )
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1} className="flex list-decimal flex-col gap-1 pl-6">
          {inside()}
        </ol>
      ) : (
        <ul className="flex list-disc flex-col gap-1 pl-6">{inside()}</ul>
      )
    case 'listItem':
      return <Item item={node} around={around} />
    case 'table':
      return <Rows table={node} around={around} />
    case 'link':
      return <Outside address={node.url}>{inside()}</Outside>
    case 'linkReference':
      return <Outside address={around.definitions.get(node.identifier)?.url}>{inside()}</Outside>
    case 'image':
    case 'imageReference':
      return <span className="text-ink-muted">{node.alt ? `[Image: ${node.alt}]` : '[Image]'}</span>
    case 'footnoteReference':
      return <sup>{node.label ?? node.identifier}</sup>
    case 'footnoteDefinition':
      return (
        <div className="flex gap-2 text-sm">
          <sup>{node.label ?? node.identifier}</sup>
          <div>{inside()}</div>
        </div>
      )
    default:
      return inside()
  }
}

/** A link shows its host. A link without a web address is plain text. */
function Outside({ address = '', children }: { address: string | undefined; children: ReactNode }) {
  const url = readWebAddress(address)
  if (!url) return children
  return (
    <>
      <a href={url.href} {...OUTSIDE} className="text-accent underline underline-offset-2">
        {children}
      </a>{' '}
      <span className="text-sm text-ink-muted">({url.host})</span>
    </>
  )
}

function Item({ item, around }: { item: NodeOf<'listItem'>; around: Around }) {
  const { checked, children } = item
  const Holder = item === around.place ? Found : Fragment
  return (
    <li>
      {typeof checked === 'boolean' && (
        <>
          <span aria-hidden>{checked ? '☑ ' : '☐ '}</span>
          <span className="sr-only">{checked ? 'Done: ' : 'Open: '}</span>
        </>
      )}
      <Holder>
        {inOrder(
          children.flatMap((child, index) =>
            child.type === 'paragraph'
              ? // It stands beside the item's mark.
                [all(child.children, around), index < children.length - 1 && createElement('br')]
              : one(child, around),
          ),
        )}
      </Holder>
    </li>
  )
}

const ALIGN: Record<string, string> = { right: 'text-right', center: 'text-center' }

function Rows({ table, around }: { table: NodeOf<'table'>; around: Around }) {
  const row = (Cell: 'th' | 'td') => (each: NodeOf<'tableRow'>) =>
    inOrder(
      each.children.map((cell, index) =>
        createElement(
          Cell,
          {
            scope: Cell === 'th' ? 'col' : undefined,
            className: `border border-line px-2 py-1 ${ALIGN[table.align?.[index] ?? ''] ?? 'text-left'}`,
          },
          all(cell.children, { ...around, depth: around.depth + 2 }),
        ),
      ),
      'tr',
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="shrink-0 overflow-x-auto">
      <table className="min-w-max border-collapse text-sm wrap-normal">
        <thead className="bg-surface-sunken">{inOrder(table.children.slice(0, 1).map(row('th')))}</thead>
        {inOrder(table.children.slice(1).map(row('td')), 'tbody')}
      </table>
    </div>
  )
}

/** Blocks shown at once; each "Show more" adds as many. */
const BLOCKS = 200

/**
 * A formatted Markdown document. HTML is shown as text, images as their descriptions, and nothing is loaded or run (safety
 * rule 15). A document that is too long or too tangled is shown as plain text. `place`: words at which it is opened.
 */
export function MarkdownPreview({ text, place }: { text: string; place?: string }) {
  const tree = useMarkdown(text)
  if (!tree) return <p role="status">Formatting the document</p>
  return (
    <div
      role="document"
      aria-label="Markdown preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex max-h-[70vh] min-w-0 flex-col gap-3 overflow-y-auto rounded-md border border-line bg-surface-raised p-4 wrap-anywhere"
    >
      {'problem' in tree ? (
        <Plain text={text} problem={tree.problem} words={place} />
      ) : (
        <SetOut tree={tree} words={place} />
      )}
    </div>
  )
}

function SetOut({
  tree,
  words = '',
}: {
  tree: Exclude<MarkdownTree, { problem: string }>
  words: string | undefined
}) {
  const place = useMemo(() => placeIn(tree.blocks, words), [tree, words])
  const [shown, setShown] = useState(() => {
    const at = tree.blocks.findIndex((block) => place && [...nodesIn([block])].includes(place))
    return BLOCKS + Math.max(0, at)
  })
  const left = tree.blocks.length - shown
  return (
    <>
      {tree.frontMatter !== undefined && (
        <figure className="flex flex-col gap-1">
          <figcaption className="text-sm text-ink-muted">Front matter</figcaption>
          <CodeBlock>{tree.frontMatter}</CodeBlock>
        </figure>
      )}
      {all(tree.blocks.slice(0, shown), { definitions: tree.definitions, depth: 0, place })}
      {left > 0 && (
        <Button onClick={() => setShown(shown + BLOCKS)}>
          {`Show more (${formatCount(left)} blocks left)`}
        </Button>
      )}
    </>
  )
}
