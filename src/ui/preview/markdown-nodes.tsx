import { type ComponentProps, Fragment, type ReactNode } from 'react'
import { OUTSIDE, readWebAddress } from '../web-address'
import { DEPTH_MAX, type MarkdownNode, type NodeOf, textOf } from './markdown-tree'
import { words } from './preview-words'

const say = words.markdown

interface Around {
  readonly definitions: ReadonlyMap<string, NodeOf<'definition'>>
  /** How deep this stands; what is deeper than the limit is words only. */
  readonly depth: number
}

/** The blocks of a document as elements of ours. No text of the document becomes markup. */
export function Blocks({
  nodes,
  definitions,
}: {
  nodes: readonly MarkdownNode[]
  definitions: Around['definitions']
}) {
  return <>{all(nodes, { definitions, depth: 0 })}</>
}

const all = (nodes: readonly MarkdownNode[], around: Around): ReactNode =>
  nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of one text, which does not change
    <Fragment key={index}>{one(node, around)}</Fragment>
  ))

/** Under the heading of the preview, which is the panel's second level. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

function one(node: MarkdownNode, around: Around): ReactNode {
  if (around.depth > DEPTH_MAX) return textOf(node)
  const inside =
    'children' in node ? () => all(node.children, { ...around, depth: around.depth + 1 }) : () => null
  switch (node.type) {
    case 'text':
      return node.value
    case 'paragraph':
      return <p>{inside()}</p>
    case 'heading': {
      const Heading = HEADINGS[node.depth - 1] ?? 'h6'
      return (
        <Heading className={node.depth < 3 ? 'pt-2 text-title font-semibold' : 'font-semibold'}>
          {inside()}
        </Heading>
      )
    }
    case 'strong':
      return <strong>{inside()}</strong>
    case 'emphasis':
      return <em>{inside()}</em>
    case 'delete':
      return <del>{inside()}</del>
    case 'inlineCode':
      return <code className="rounded-sm bg-surface-sunken px-1 font-mono">{node.value}</code>
    case 'code':
      return <Code text={node.value} />
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
      return <Items list={node} around={around} />
    case 'listItem':
      return inside()
    case 'table':
      return <Rows table={node} around={around} />
    case 'link':
      return <Outside address={node.url}>{inside()}</Outside>
    case 'linkReference':
      return <Outside address={around.definitions.get(node.identifier)?.url}>{inside()}</Outside>
    case 'image':
    case 'imageReference':
      return <span className="text-ink-muted">{say.image(node.alt ?? '')}</span>
    case 'footnoteReference':
      return <sup>{node.label ?? node.identifier}</sup>
    case 'footnoteDefinition':
      return (
        <div className="flex gap-2 text-sm">
          <sup>{node.label ?? node.identifier}</sup>
          <div>{inside()}</div>
        </div>
      )
    case 'definition':
      return null
    default:
      return inside()
  }
}

const Code = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <pre tabIndex={0} className="overflow-x-auto rounded-md bg-surface-sunken p-2 font-mono text-sm">
    {text}
  </pre>
)

/** A link shows where it leads before it is followed; what leads to no web address is words. */
function Outside({ address, children }: { address: string | undefined; children: ReactNode }) {
  const url = address === undefined ? undefined : readWebAddress(address)
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

function Items({ list, around }: { list: NodeOf<'list'>; around: Around }) {
  const items = list.children.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of one text, which does not change
    <li key={index}>
      <Item item={item} around={{ ...around, depth: around.depth + 1 }} />
    </li>
  ))
  return list.ordered ? (
    <ol start={list.start ?? 1} className="flex list-decimal flex-col gap-1 pl-6">
      {items}
    </ol>
  ) : (
    <ul className="flex list-disc flex-col gap-1 pl-6">{items}</ul>
  )
}

function Item({ item, around }: { item: NodeOf<'listItem'>; around: Around }) {
  const task = item.checked
  return (
    <>
      {typeof task === 'boolean' && (
        <>
          <span aria-hidden>{task ? '☑ ' : '☐ '}</span>
          <span className="sr-only">{task ? say.done : say.open}</span>
        </>
      )}
      {item.children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which does not change
        <Fragment key={index}>
          {/* The one paragraph of a tight item stands beside its mark. */}
          {child.type === 'paragraph' ? all(child.children, around) : one(child, around)}
          {child.type === 'paragraph' && index < item.children.length - 1 && <br />}
        </Fragment>
      ))}
    </>
  )
}

const ALIGN: Record<string, ComponentProps<'td'>['className']> = {
  right: 'text-right',
  center: 'text-center',
}

function Rows({ table, around }: { table: NodeOf<'table'>; around: Around }) {
  const [head, ...rows] = table.children
  const cells = (row: NodeOf<'tableRow'> | undefined, Cell: 'th' | 'td') =>
    row?.children.map((cell, index) => (
      <Cell
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of one text, which does not change
        key={index}
        scope={Cell === 'th' ? 'col' : undefined}
        className={`border border-line px-2 py-1 ${ALIGN[table.align?.[index] ?? ''] ?? 'text-left'}`}
      >
        {all(cell.children, { ...around, depth: around.depth + 2 })}
      </Cell>
    ))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div tabIndex={0} className="shrink-0 overflow-x-auto">
      <table className="min-w-max border-collapse text-sm wrap-normal">
        <thead className="bg-surface-sunken">
          <tr>{cells(head, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one text, which does not change
            <tr key={index}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
