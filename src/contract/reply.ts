/** A JSON object as it came, before anything is known of it. */
export type Wire = Record<string, unknown>

/** Whatever the service said beyond the fields that are known; shown under "Other fields", never dropped. */
export type OtherFields = Readonly<Wire>

export function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** An id as text, where it is text or a number; a larger one than can be told from the next is none. */
export const idOf = (value: unknown): string | undefined =>
  Number.isSafeInteger(value) ? String(value) : textOf(value)

/** An ISO time, where it is text, without a zone in UTC (D1047), or a count of milliseconds or seconds since 1970; a smaller number is none. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'number' || value < 1e9) return textOf(value)?.replace(/-\d\d[T ][\d:.]+$/, '$&Z')
  const time = new Date(value < 1e11 ? value * 1_000 : value)
  return Number.isFinite(time.getTime()) ? time.toISOString() : undefined
}

/** Some services say so in a text, and with a status of success (D792, D938). */
export const isRefusal = (body: unknown): body is Wire =>
  isWire(body) && (body.success === false || body.success === 'false')

/**
 * Takes known fields out of a wire object, each under any of several names, and keeps what is left.
 * A field of an unexpected type is not an error: it stays among the others, where it is shown raw.
 */
export class Fields {
  readonly #wire: Wire
  readonly #taken = new Set<string>()
  /** Items of lists that could not be read, by the name of the list. */
  readonly #unread = new Map<string, readonly unknown[]>()

  constructor(wire: Wire) {
    this.#wire = wire
  }

  #take<T>(names: readonly string[], accept: (value: unknown) => T | undefined): T | undefined {
    for (const name of names) {
      if (!Object.hasOwn(this.#wire, name)) continue
      const value = accept(this.#wire[name])
      if (value === undefined) continue
      this.#taken.add(name)
      return value
    }
    return undefined
  }

  /** An id: text, or a number turned into text. */
  id(...names: string[]): string | undefined {
    return this.#take(names, idOf)
  }

  /** Text. `null` counts as absent and is not shown as an other field. */
  text(...names: string[]): string | undefined {
    for (const name of names) if (this.#wire[name] === null) this.#taken.add(name)
    return this.#take(names, (value) => (typeof value === 'string' ? value : undefined))
  }

  /** A time as text: ISO, or what else the service says. `null` as of `text`. */
  time(...names: string[]): string | undefined {
    return timeOf(this.text(...names)) ?? this.#take(names, timeOf)
  }

  number(...names: string[]): number | undefined {
    return this.#take(names, (value) => {
      if (typeof value === 'string' && value.trim() === '') return undefined
      const read = typeof value === 'string' ? Number(value) : value
      return typeof read === 'number' && Number.isFinite(read) ? read : undefined
    })
  }

  flag(...names: string[]): boolean | undefined {
    return this.#take(names, (value) => (typeof value === 'boolean' ? value : undefined))
  }

  /** A list whose items are read one by one; items that cannot be read stay among the others, under the name of the list. */
  list<T>(read: (value: unknown) => T | undefined, ...names: string[]): T[] | undefined {
    const name = names.find((each) => Object.hasOwn(this.#wire, each) && Array.isArray(this.#wire[each]))
    if (name === undefined) return undefined
    const { items, unreadable } = readEach(this.#wire[name] as unknown[], read)
    this.#taken.add(name)
    if (unreadable.length > 0) this.#unread.set(name, unreadable)
    return items
  }

  object<T>(read: (value: unknown) => T | undefined, ...names: string[]): T | undefined {
    return this.#take(names, read)
  }

  /** What no call above has taken. */
  others(): OtherFields {
    const others = Object.entries(this.#wire).flatMap(([name, value]): [string, unknown][] => {
      if (!this.#taken.has(name)) return [[name, value]]
      const unread = this.#unread.get(name)
      return unread ? [[name, unread]] : []
    })
    return Object.fromEntries(others)
  }
}

function readEach<T>(list: readonly unknown[], read: (value: unknown) => T | undefined) {
  const items: T[] = []
  const unreadable: unknown[] = []
  for (const each of list) {
    const item = read(each)
    if (item === undefined) unreadable.push(each)
    else items.push(item)
  }
  return { items, unreadable }
}

/** What reads a reply: the shape that the screens use, or why it cannot be read. Named as the schema library names it. */
export interface ReplyReader<T> {
  safeParse(value: unknown): ReadReply<T>
  /** Throws `ReplyError` when the reply cannot be read. */
  parse(value: unknown): T
}

export type ReadReply<T> =
  | { readonly success: true; readonly data: T; readonly error?: undefined }
  | { readonly success: false; readonly data?: undefined; readonly error: ReplyError }

/** The reply lacks what the document promises. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError'
}

/** A reader from a function that gives `undefined` where there is nothing to read; `missing` then says what was wanted. */
export function readerOf<T>(read: (value: unknown) => T | undefined, missing: string): ReplyReader<T> {
  const safeParse = (value: unknown): ReadReply<T> => {
    const data = read(value)
    return data === undefined ? { success: false, error: new ReplyError(missing) } : { success: true, data }
  }
  return {
    safeParse,
    parse(value) {
      const { data, error } = safeParse(value)
      if (error) throw error
      return data
    },
  }
}

/** Reads an answer of the console's own server, which is known by a field: page and server are of one build. */
export const ours = <Read>(field?: keyof Read & string): ReplyReader<Read> =>
  readerOf(
    (value) =>
      isWire(value) && (field === undefined || Object.hasOwn(value, field)) ? (value as Read) : undefined,
    'the reply is none of this console',
  )

export interface ListReply<T> {
  readonly items: readonly T[]
  /** Absent when this is the last page or the service does not page. */
  readonly nextCursor?: string
  /** Items that could not be read at all, raw; the screen says how many there are. */
  readonly unreadable: readonly unknown[]
}

/** It has all there is, each item read. */
export const isWhole = (list: ListReply<unknown>) =>
  list.nextCursor === undefined && list.unreadable.length === 0

const WRAPPERS = ['data', 'result', 'results', 'items', 'response']

/** Finds a list: bare, under one of its names (`null` is an empty one), or under the usual wrappers, up to two levels down (D3). */
export function findList(
  value: unknown,
  names: readonly string[],
  depth = 0,
): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isWire(value) || depth > 2) return undefined
  for (const name of [...names, ...WRAPPERS]) {
    const found = findList(value[name], names, depth + 1)
    if (found) return found
  }
  return names.some((name) => value[name] === null) ? [] : undefined
}

function findCursor(value: unknown, names: readonly string[], depth = 0): string | undefined {
  if (!isWire(value) || depth > 2) return undefined
  for (const name of ['nextCursor', 'next_cursor']) {
    const cursor = value[name]
    if ((typeof cursor === 'string' && cursor !== '') || typeof cursor === 'number') return String(cursor)
  }
  for (const name of ['pagination', ...names, ...WRAPPERS]) {
    const cursor = findCursor(value[name], names, depth + 1)
    if (cursor) return cursor
  }
  return undefined
}

/** A reply that is a list, bare or under its name. */
export function listReply<T>(
  names: readonly string[],
  read: (value: unknown) => T | undefined,
): ReplyReader<ListReply<T>> {
  return readerOf((value) => {
    const list = findList(value, names)
    if (!list) return undefined
    return { ...readEach(list, read), nextCursor: findCursor(value, names) }
  }, `the reply has no list of ${names[0]}`)
}

/** An object that was found, and what stood around it. */
interface Found<T> {
  readonly object: T
  readonly beside: Wire
}

/** What is alone in a list, without it (D938). */
const alone = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value)

function search<T>(
  value: unknown,
  names: readonly string[],
  read: (wire: Wire) => T | undefined,
  depth = 0,
): Found<T> | undefined {
  if (!isWire(value) || depth > 2) return undefined
  for (const name of [...names, ...WRAPPERS]) {
    const found = search(value[name], names, read, depth + 1)
    if (!found) continue
    const { [name]: _, ...around } = value
    const within = Object.keys(found.beside).length > 0
    return { object: found.object, beside: within ? { ...around, [name]: found.beside } : around }
  }
  const object = read(value)
  return object === undefined ? undefined : { object, beside: {} }
}

/** Finds an object: under one of its names, under the usual wrappers, or bare, alone in a list, too (D938); the first that can be read wins (D3). */
export function findObject<T>(
  value: unknown,
  names: readonly string[],
  read: (wire: Wire) => T | undefined,
): T | undefined {
  return search(alone(value), names, read)?.object
}

/** A reply whose object must be there, because the document names it. */
export function objectReply<T>(
  names: readonly string[],
  read: (wire: Wire) => T | undefined,
  missing: string,
): ReplyReader<T> {
  return readerOf((value) => findObject(value, names, read), missing)
}

/** What a write answered: the record if one could be read, and the reply as it came. */
export interface WriteReply<T> {
  readonly record?: T
  /** What the reply holds beside the record; without a record all of it, so that nothing the service said is lost. */
  readonly beside: OtherFields
  readonly raw: unknown
}

/** The reply of which `record` is all that could be read, and `beside` what stood around it. */
export function writeReply<T>(raw: unknown, record: T | undefined, beside: Wire = {}): WriteReply<T> {
  if (record !== undefined) return { record, beside, raw }
  const isNothing = raw === undefined || raw === null || raw === ''
  return { beside: isNothing ? {} : isWire(raw) ? raw : { reply: raw }, raw }
}

/** A reply of which the document promises no field: read what is there, accept anything, emptiness too. */
export function anyReply<T>(
  names: readonly string[],
  read: (wire: Wire) => T | undefined,
): ReplyReader<WriteReply<T>> {
  return readerOf((raw) => {
    const found = search(alone(raw), names, read)
    return writeReply(raw, found?.object, found?.beside)
  }, '')
}

/** A reply nothing is read from. */
export const bareReply = anyReply<never>([], () => undefined)
