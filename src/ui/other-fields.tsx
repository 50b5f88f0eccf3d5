import { useState } from 'react'
import { Button } from './button'
import { type Outline, outline } from './outline'

/**
 * What a record holds beyond the fields the console knows, as a tree under the heading "Other fields"; nothing at all when there are none. Deep or large values
 * are cut with a note and can be opened whole, as JSON text. Everything is text: nothing in it becomes a link or markup.
 */
export function OtherFields({
  fields,
  title = 'Other fields',
}: {
  fields: Record<string, unknown>
  title?: string
}) {
  const [whole, setWhole] = useState(false)
  if (Object.keys(fields).length === 0) return null
  const tree = outline(fields)
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 text-sm">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <Button size="sm" variant="quiet" aria-pressed={whole} onClick={() => setWhole(!whole)}>
          JSON
        </Button>
      </div>
      {whole ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-surface-sunken p-2">
          {wholeText(fields)}
        </pre>
      ) : (
        <Tree node={tree} />
      )}
    </section>
  )
}

const wholeLimit = 200_000

function wholeText(fields: Record<string, unknown>): string {
  let text: string
  try {
    text = JSON.stringify(fields, null, 2)
  } catch {
    return 'Nested too deeply to be written out.'
  }
  return text.length <= wholeLimit
    ? text
    : `${text.slice(0, wholeLimit)}\n… cut after ${wholeLimit} characters`
}

function Tree({ node }: { node: Outline }) {
  if (node.kind === 'leaf')
    return <span className={node.quiet ? 'text-ink-muted' : 'font-mono'}>{node.text}</span>
  return (
    <dl className="flex min-w-0 flex-col gap-1">
      {node.entries.map(([name, value]) => (
        <div key={name} className={value.kind === 'leaf' ? 'flex flex-wrap gap-x-2' : undefined}>
          <dt className="text-ink-muted">{name}</dt>
          <dd className={value.kind === 'leaf' ? 'min-w-0 break-all' : 'ml-1 border-l border-line pl-3'}>
            <Tree node={value} />
          </dd>
        </div>
      ))}
      {node.left > 0 && (
        <div>
          <dt className="sr-only">Not shown</dt>
          <dd className="text-ink-muted">and {node.left} more</dd>
        </div>
      )}
    </dl>
  )
}
