import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isWire, type Wire } from '../contract/reply'
import { fold } from '../jobs/column-names'
import { withoutOwn } from '../jobs/map-columns'
import type { Ledger } from '../ledger/ledger'
import { type Mapping, readMapping } from './batch-draft'
import { connectionOf } from './info'
import { keys } from './keys'
import { connectedLedger } from './ledger'

/** The name under which the ledger stores them, newest first: those of the last files, and those that a person gave a name. */
const PLACE = 'batch-mappings'
const OF_FILES = 0
const NAMED = 1
const MAX = 50

/** What columns of these names stood for when a batch was last made of such a file. */
export interface SavedMapping extends Mapping {
  /** Of the file, and the country of its numbers without +. */
  readonly name: string
  readonly country: string
}

/**
 * Files with the same columns are alike, whatever case and separators their names have. So is our own download of a batch, which
 * calls a column without a name by its place.
 */
const keyOf = (header: readonly string[]) =>
  withoutOwn(header)
    .map((name, column) => (fold(name) === `column${column + 1}` ? '' : fold(name)))
    .join(' ')

async function stored(client: QueryClient, part = OF_FILES): Promise<readonly Wire[]> {
  const { ledger, service } = await connectedLedger(client)
  return ((await ledger.rows(service, PLACE, part)) ?? []).filter(isWire)
}

async function change(
  client: QueryClient,
  part: number,
  to: (rows: readonly Wire[]) => readonly object[],
): Promise<void> {
  const { ledger, service } = await connectedLedger(client)
  const asLists = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Map ? [...value] : value]),
    )
  await ledger.changeRows({ service, job: PLACE, part }, (rows) =>
    to(rows.filter(isWire)).slice(0, MAX).map(asLists),
  )
}

/** The mapping of the last file with these columns; `undefined` for the first, where they cannot be read, and for a file that names none: only its download does. */
export async function savedMapping(
  client: QueryClient,
  header: readonly string[],
): Promise<SavedMapping | undefined> {
  if (header.every((name) => name === '')) return undefined
  const found = (await stored(client).catch(() => [])).find(({ key }) => key === keyOf(header))
  if (!found || typeof found.name !== 'string') return undefined
  const mapping = readMapping(found)
  // It may be that of a download, which has more columns.
  const also = new Map([...mapping.also].filter(([column]) => column < header.length))
  return { ...mapping, also, name: found.name, country: String(found.country ?? '') }
}

/** Saves what the columns stand for, for the next file with the same ones. */
export async function saveMapping(
  client: QueryClient,
  header: readonly string[],
  mapping: SavedMapping,
): Promise<void> {
  const key = keyOf(header)
  await change(client, OF_FILES, (rows) => [{ ...mapping, key }, ...rows.filter((each) => each.key !== key)])
}

/** A mapping that a person gave a name, to be chosen for any file. */
export interface NamedMapping extends SavedMapping {
  /** Of the columns that it was made for. */
  readonly header: readonly string[]
}

/** Adds the named mappings that this browser stored by itself to those of the team, which has its own of a name. Resolves with how many were new. */
export async function importNamed(client: QueryClient, own: Ledger): Promise<number> {
  const { serviceName } = await connectionOf(client)
  const rows = ((await own.rows(serviceName, PLACE, NAMED)) ?? []).filter(isWire)
  let added = 0
  if (rows.length > 0)
    await change(client, NAMED, (shared) => {
      const fresh = rows.filter(({ name }) => shared.every((each) => each.name !== name))
      added = Math.min(fresh.length, MAX - shared.length)
      return [...shared, ...fresh]
    })
  return added
}

const namedKey = [...keys.ledger, 'named mappings']

async function namedMappings(client: QueryClient): Promise<readonly NamedMapping[]> {
  return (await stored(client, NAMED)).map((row) => ({
    ...readMapping(row),
    name: String(row.name),
    country: String(row.country ?? ''),
    header: Array.isArray(row.header) ? row.header.map(String) : [],
  }))
}

export const namedMappingQueries = {
  list: () => queryOptions({ queryKey: namedKey, queryFn: ({ client }) => namedMappings(client) }),
}

const without = (name: string, all: readonly Wire[]) => all.filter((each) => each.name !== name)

export const namedMappingMutations = {
  /** Takes the place of one with the same name. Resolves with it. */
  save: () =>
    mutationOptions({
      mutationFn: async (mapping: NamedMapping, { client }) => {
        await change(client, NAMED, (rows) => [mapping, ...without(mapping.name, rows)])
        return mapping
      },
      meta: { invalidates: [namedKey] },
    }),
  forget: () =>
    mutationOptions({
      mutationFn: (name: string, { client }) => change(client, NAMED, (rows) => without(name, rows)),
      meta: { invalidates: [namedKey] },
    }),
}

/** Names with how often each stood before, which tells columns of one name apart. */
function inOrder(header: readonly string[]): string[] {
  const counts = new Map<string, number>()
  return header.map(fold).map((name) => {
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name} ${count}`
  })
}

/** A named mapping for a file with these columns: by their names, or by their place where no name is the same. */
export function fitMapping({ header: made, choices, also, fixed }: NamedMapping, header: readonly string[]) {
  const names = inOrder(header)
  const byName = inOrder(made).map((name) => names.indexOf(name))
  const isAlike = byName.some((place) => place >= 0 && header[place] !== '')
  const places = isAlike ? byName : made.map((_, column) => column)
  const placed = (targets: ReadonlyMap<number, string>) =>
    new Map(
      [...targets].flatMap(([column, target]): [number, string][] => {
        const place = places[column] ?? -1
        return place >= 0 && place < header.length ? [[place, target]] : []
      }),
    )
  return { choices: placed(choices), also: placed(also), fixed }
}
