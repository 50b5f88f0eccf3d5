import { useState } from 'react'
import { Button } from './button'
import { CodeBlock } from './code-block'

/** A value cut for reading: texts and named entries; `left` counts the hidden ones. */
export type Outline =
  | { kind: 'leaf'; text: string; quiet: boolean }
  | { kind: 'branch'; entries: [name: string, value: Outline][]; left: number }

const bounds = { depth: 4, entries: 40, text: 400, total: 400 }

/** Outlines a JSON value. Depth, entries, text lengths and total are limited, so that a hostile record cannot stop the page. */
export function outline(value: unknown): Outline {
  let budget = bounds.total
  const walk = (here: unknown, depth: number): Outline => {
    budget -= 1
    if (here === null) return { kind: 'leaf', text: 'null', quiet: true }
    if (typeof here === 'string') return { kind: 'leaf', text: shownText(here), quiet: here === '' }
    if (typeof here !== 'object') return { kind: 'leaf', text: String(here), quiet: false }
    const list = Array.isArray(here)
    const names = Object.keys(here).filter((name) => here[name as keyof typeof here] !== undefined)
    if (names.length === 0) return { kind: 'leaf', text: list ? 'empty list' : 'empty object', quiet: true }
    if (depth === 0 || budget <= 0) {
      return {
        kind: 'leaf',
        text: list ? `list of ${names.length}` : `object of ${names.length}`,
        quiet: true,
      }
    }
    const entries: [string, Outline][] = []
    for (const name of names.slice(0, bounds.entries)) {
      if (budget <= 0) break
      entries.push([
        list ? String(Number(name) + 1) : name,
        walk((here as Record<string, unknown>)[name], depth - 1),
      ])
    }
    return { kind: 'branch', entries, left: names.length - entries.length }
  }
  return walk(value, bounds.depth)
}

function shownText(text: string): string {
  if (text === '') return 'empty text'
  return text.length <= bounds.text ? text : `${text.slice(0, bounds.text)}… (${text.length} characters)`
}

/**
 * The further fields of a record as a tree, or nothing without any. Large values are cut with a note; "JSON" shows them
 * whole. What is no record, such as a reply that is a text, is shown whole at once. All of it is plain text, never a link or markup.
 * `hide`: a copy without what should not be read over a shoulder; "Show hidden" shows it.
 */
export function OtherFields({
  fields,
  title = 'Other fields',
  hide,
}: {
  fields: unknown
  title?: string
  hide?: (fields: unknown) => unknown
}) {
  const [whole, setWhole] = useState(false)
  const [bare, setBare] = useState(false)
  const isRecord = typeof fields === 'object' && fields !== null && !Array.isArray(fields)
  if (fields === undefined || (isRecord && Object.keys(fields).length === 0)) return null
  const safe = hide ? hide(fields) : fields
  const shown = bare ? fields : safe
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{title}</h3>
        <div className="flex gap-2">
          {hide && wholeText(safe) !== wholeText(fields) && (
            <Button size="sm" variant="quiet" aria-pressed={bare} onClick={() => setBare(!bare)}>
              Show hidden
            </Button>
          )}
          {isRecord && (
            <Button size="sm" variant="quiet" aria-pressed={whole} onClick={() => setWhole(!whole)}>
              JSON
            </Button>
          )}
        </div>
      </div>
      {whole || !isRecord ? <CodeBlock>{wholeText(shown)}</CodeBlock> : <Tree node={outline(shown)} />}
    </section>
  )
}

const wholeLimit = 200_000

function wholeText(value: unknown): string {
  let text: string
  try {
    text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
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
