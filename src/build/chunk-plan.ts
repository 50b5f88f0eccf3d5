/** A module of the build, as far as the plan needs it. */
export interface PlannedModule {
  /** Bytes that it adds to a file, about. */
  readonly size: number
  readonly imports: readonly string[]
  /** What it loads with `import()`. */
  readonly loadsLater: readonly string[]
}

/** A set of those who load a file, as bits; those in one word count the same. */
type Users = Uint32Array

/** One file of the build. */
interface Chunk {
  readonly modules: string[]
  size: number
  users: Users
  /** The files that it imports, all the way down. */
  reach: ReadonlySet<Chunk>
}

/** What one more request costs, in bytes: its headers, what small files compress worse, and its wait (D82). */
const REQUEST = 1_800
/** What loads together when something is opened: its module and what that imports, all the way down. */
export interface Visit {
  readonly modules: readonly string[]
  /** How much it counts: a screen 1. */
  readonly weight: number
}

/**
 * Which modules go into one file, so that every visit loads what it needs and little else, in few requests (D491). Nothing is named: modules that
 * the same visits need stand together, then those files are joined that cost less joined, the best pair first, until none is left.
 *
 * `entry`: what every visit loads. Returns the files, each with the ids of its modules, that of the entry first.
 */
export function planChunks(
  modules: ReadonlyMap<string, PlannedModule>,
  entry: string,
  visits: readonly Visit[],
): readonly (readonly string[])[] {
  const reachedFrom = (id: string, found = new Set<string>()): Set<string> => {
    if (found.has(id) || !modules.has(id)) return found
    found.add(id)
    for (const next of modules.get(id)?.imports ?? []) reachedFrom(next, found)
    return found
  }
  const always = reachedFrom(entry)
  const weights: number[] = []
  const ordered = [...new Set(visits.map(({ weight }) => weight))].flatMap((weight) => {
    const alike = visits.filter((visit) => visit.weight === weight)
    const words = Math.ceil(alike.length / 32)
    weights.push(...Array<number>(words).fill(weight))
    return [...alike, ...Array<undefined>(words * 32 - alike.length)]
  })
  const usersOf = new Map<string, Users>()
  const note = (id: string, at: number) => {
    const users = usersOf.get(id) ?? new Uint32Array(weights.length)
    users[at >> 5] = (users[at >> 5] ?? 0) | (1 << (at & 31))
    usersOf.set(id, users)
  }
  for (const [at, visit] of ordered.entries()) {
    if (!visit) continue
    const found = new Set(always)
    for (const id of visit.modules) reachedFrom(id, found)
    for (const id of found) note(id, at)
  }

  const byUsers = new Map<string, Chunk>()
  // Modules come in the order in which they were read, which differs from build to build.
  const inOrder = [...modules].sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [id, { size }] of inOrder) {
    const users = usersOf.get(id) ?? (always.has(id) ? new Uint32Array(0) : undefined)
    if (!users) continue
    const key = always.has(id) ? 'entry' : users.join(' ')
    const chunk = byUsers.get(key) ?? { modules: [], size: 0, users, reach: new Set() }
    byUsers.set(key, chunk)
    chunk.modules.push(id)
    chunk.size += size
  }
  const chunks = [...byUsers.values()]
  while (joinOnce(chunks, modules, (users) => weigh(users, weights)));
  const first = chunks.findIndex((chunk) => chunk.modules.includes(entry))
  return [...chunks.slice(first, first + 1), ...chunks.toSpliced(first, 1)].map((chunk) => chunk.modules)
}

function bits(word: number): number {
  let left = word
  let count = 0
  for (; left !== 0; left &= left - 1) count += 1
  return count
}

const weigh = (users: Users, weights: readonly number[]): number =>
  users.reduce((sum, word, at) => sum + bits(word) * (weights[at] ?? 0), 0)

const without = (users: Users, others: Users) => users.map((word, at) => word & ~(others[at] ?? 0))

/** Joins pairs of files from the best on; whether there was any. What a pair wins is looked at again before it is joined, as others were before. */
function joinOnce(
  chunks: Chunk[],
  modules: ReadonlyMap<string, PlannedModule>,
  weightOf: (users: Users) => number,
): boolean {
  /** What those who load only one of two files would load besides. */
  const cost = (one: Chunk, other: Chunk): number => {
    const only = without(one.users, other.users)
    if (only.every((word) => word === 0)) return 0
    return [other, ...other.reach].reduce(
      (sum, chunk) => sum + chunk.size * weightOf(without(only, chunk.users)),
      0,
    )
  }
  const gain = (one: Chunk, other: Chunk): number => {
    const saved = REQUEST * weightOf(one.users.map((word, at) => word & (other.users[at] ?? 0)))
    return saved === 0 ? 0 : saved - cost(one, other) - cost(other, one)
  }
  findReach(chunks, modules)
  const pairs = chunks
    .flatMap((one, at) => chunks.slice(at + 1).map((other) => ({ one, other, won: gain(one, other) })))
    .filter(({ won }) => won > 0)
    .sort((a, b) => b.won - a.won)
  const isThere = new Set(chunks)
  let joined = false
  for (const { one, other, won } of pairs) {
    // A file in between would be in a circle with the joined one.
    const isApart = (from: Chunk, to: Chunk) => [...from.reach].some((each) => each.reach.has(to))
    if (!isThere.has(one) || !isThere.has(other) || isApart(one, other) || isApart(other, one)) continue
    if (gain(one, other) < won / 2) continue
    joined = true
    one.modules.push(...other.modules)
    one.size += other.size
    one.users = one.users.map((word, at) => word | (other.users[at] ?? 0))
    one.reach = new Set([...one.reach, ...other.reach].filter((each) => each !== one && each !== other))
    isThere.delete(other)
    chunks.splice(chunks.indexOf(other), 1)
    for (const chunk of chunks) {
      if (!chunk.reach.has(one) && !chunk.reach.has(other)) continue
      chunk.reach = new Set([...chunk.reach, one, ...one.reach].filter((each) => each !== other))
    }
    for (const chunk of one.reach) chunk.users = chunk.users.map((word, at) => word | (one.users[at] ?? 0))
  }
  return joined
}

/** Notes of every file which it imports. */
function findReach(chunks: readonly Chunk[], modules: ReadonlyMap<string, PlannedModule>): void {
  const home = new Map(chunks.flatMap((chunk) => chunk.modules.map((id) => [id, chunk] as const)))
  const done = new Set<Chunk>()
  const find = (chunk: Chunk): ReadonlySet<Chunk> => {
    if (done.has(chunk)) return chunk.reach
    done.add(chunk)
    const direct = new Set(
      chunk.modules.flatMap((id) => modules.get(id)?.imports ?? []).flatMap((id) => home.get(id) ?? []),
    )
    direct.delete(chunk)
    chunk.reach = new Set([...direct].flatMap((next) => [next, ...find(next)]))
    return chunk.reach
  }
  for (const chunk of chunks) find(chunk)
}
