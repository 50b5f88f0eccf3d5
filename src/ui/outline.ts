/** A value cut to what a person reads: leaves as text, the rest as named entries; `left` counts what was left out. */
export type Outline =
  | { kind: 'leaf'; text: string; quiet: boolean }
  | { kind: 'branch'; entries: [name: string, value: Outline][]; left: number }

const bounds = { depth: 4, entries: 40, text: 400, total: 400 }

/** Outlines any JSON value. Depth, entries a level, length of a text and leaves in total are bounded, so that a hostile record cannot stop the page. */
export function outline(value: unknown): Outline {
  let budget = bounds.total
  const walk = (here: unknown, depth: number): Outline => {
    budget -= 1
    if (here === null || here === undefined)
      return { kind: 'leaf', text: here === null ? 'null' : 'absent', quiet: true }
    if (typeof here === 'string') return { kind: 'leaf', text: shownText(here), quiet: here === '' }
    if (typeof here !== 'object') return { kind: 'leaf', text: String(here), quiet: false }
    const list = Array.isArray(here)
    const names = Object.keys(here)
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
