/** What a write changes: a field of the job, or of the one in a list whose `key` is what the action is `of`. `doubt` while its end is unknown. */
interface Fact {
  readonly list?: string
  readonly key?: string
  readonly field: string
  readonly before: string
  readonly after: string
}

/** By the name of the write. Where several change the same, the one of the way forward comes first. */
export type Facts = Readonly<Record<string, Fact>>

/** A write, and the id of what it changes. */
interface Write {
  readonly name: string
  readonly of?: string
}

type Item = Readonly<Record<string, unknown>>
const itemsOf = (job: object, { list }: Fact) =>
  (list ? ((job as Item)[list] ?? []) : [job]) as readonly Item[]

/** The first write whose end is unknown. */
export const doubtIn = (facts: Facts, job: object): string | undefined =>
  Object.entries(facts).find(([, fact]) =>
    itemsOf(job, fact).some((each) => each[fact.field] === 'doubt'),
  )?.[0]

/** The step that an action belongs to; on the way back `back`. `steps`: of what is not called like its step. */
export function stepOf(
  { facts, steps }: { readonly facts: Facts; readonly steps: Readonly<Record<string, string>> },
  { name, needs }: { readonly name: string; readonly needs?: string },
  job: { readonly course: string },
): string {
  if (job.course === 'back') return 'back'
  const called = (name === 'look' ? doubtIn(facts, job) : needs) ?? name
  return steps[called] ?? called
}

/** The state while the end of a write is unknown, after it was refused, after it was done. */
export function withFact<Job extends object>(
  facts: Facts,
  job: Job,
  { name, of }: Write,
  when: 'doubt' | 'before' | 'after',
): Job {
  const fact = facts[name]
  if (!fact) return job
  const { list, key = '', field } = fact
  const change = { [field]: when === 'doubt' ? when : fact[when] }
  if (!list) return { ...job, ...change }
  const settled = when === 'doubt' ? change : { ...change, blind: undefined }
  return {
    ...job,
    [list]: itemsOf(job, fact).map((each) => (each[key] === of ? { ...each, ...settled } : each)),
  }
}

/** The status that says that an earlier attempt was done, where its end cannot be looked up (D112). */
export function alreadySo(facts: Facts, job: object, { name, of }: Write): number | undefined {
  const fact = facts[name]
  const isBlind = fact && itemsOf(job, fact).some((each) => each[fact.key ?? ''] === of && each.blind)
  return isBlind ? (fact.before === 'out' ? 409 : 404) : undefined
}
