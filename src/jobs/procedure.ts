import { outcomeOf, ServiceRefusal, UnreadableReply } from '../client/api-error'
import { DocumentRefused } from './document-refused'
import { alreadySo, type Facts, stepOf, withFact } from './facts'
import { patient, type Running } from './hold'
import { NotDone } from './not-done'
import { flag, list, type Of, oneOf, optional, shape, text } from './stored'

/**
 * The kernel of work that consists of several requests and outlives a screen. A kind of work says from its facts what comes next; the kernel
 * stores before each request that its end is unknown, sends it, and stores how it ended. It knows no React and no cache.
 */
export interface Work<Job, Act extends Action> {
  /** What comes next; `undefined` where it stands still. */
  next(job: Job): Act | undefined
  /** Corrects the facts before something is sent. Where something else comes next then, nothing is sent. */
  observe?(job: Job, act: Act): Promise<Job>
  /** The state with the request in doubt, and the request itself, which never rejects. */
  begin(job: Job, act: Act): { job: Job; send: () => Promise<Ended> }
  end(job: Job, act: Act, ended: Ended): Job
}

export interface Ended {
  readonly outcome: 'accepted' | 'refused' | 'unknown'
  readonly at: string
  readonly result: string
  /** Id of what it created. */
  readonly id?: string
  readonly status?: number
  readonly trouble?: Trouble
  readonly error?: unknown
}

/** Works until it stands still; resolves with the state it then has. Rejects only when the state cannot be stored; then nothing more is sent. */
export async function runWork<Job, Act extends Action>(
  work: Work<Job, Act>,
  start: Job,
  save: (job: Job) => Promise<void>,
): Promise<Job> {
  let job = start
  const keep = async (next: Job) => {
    if (next === job) return
    await save(next)
    job = next
  }
  for (let act = work.next(job); act; act = work.next(job)) {
    if (work.observe) {
      await keep(await work.observe(job, act))
      const now = work.next(job)
      if (!now || !isSame(now, act) || READS.includes(now.name)) continue
    }
    const { job: begun, send } = work.begin(job, act)
    await keep(begun)
    await keep(work.end(job, act, await send()))
  }
  return job
}

/** `away`: nothing answered, which may be past. */
export const trouble = shape({ title: text, message: text, away: optional(flag) })

/** Why work does not continue by itself. */
export type Trouble = Of<typeof trouble>

/** The stored fields that every procedure has. Times are ISO. A request never holds an upload address, which is a permission (D66). */
export const procedureFields = <S extends string>(steps: readonly S[]) => ({
  id: text,
  startedAt: text,
  course: oneOf('forward', 'back'),
  /** By a person. */
  stopped: flag,
  trouble: optional(trouble),
  endedAt: optional(text),
  log: list(
    shape({
      step: oneOf(...steps, 'back'),
      request: text,
      at: text,
      endedAt: optional(text),
      state: oneOf('sending', 'accepted', 'refused', 'unknown'),
      result: optional(text),
    }),
  ),
})

const procedure = shape(procedureFields<string>([]))
export type Procedure = Omit<Of<typeof procedure>, 'log'> & { readonly log: readonly Entry[] }
type Entry = Omit<Of<typeof procedure>['log'][number], 'step'> & { readonly step: string }

/** `person`: somebody has to do something first. `list`, `look`, `wait`: reads; `look` settles what is in doubt. `of`: an id. */
export interface Action {
  readonly name: string
  readonly of?: string
  readonly needs?: string
}

const READS = ['list', 'look', 'wait', 'ended']
const isSame = (one: Action, other: Action) => one.name === other.name && one.of === other.of

/** A procedure: facts, what follows from them, and what a request changes. All of it is pure. */
export interface Definition<Job extends Procedure, Act extends Action, AtHand = undefined> {
  /** As the ledger names it. */
  readonly kind: string
  read(state: unknown): Job | undefined
  /** From the facts alone, and from what only the open page has. */
  next(job: Job, atHand?: AtHand): Act
  /** The steps of what is not called like its step. */
  readonly steps: Readonly<Record<string, string>>
  readonly facts: Facts
  /** Why a request must not be sent, whatever the rest of the state says. */
  forbids(job: Job, request: Act): string | undefined
  /** What else follows from a request that was accepted or refused, once its fact is settled. */
  after(job: Job, request: Act, ended: Ended): Job
}

/** The facts after a request that was accepted or refused. */
export const settle = <Job extends Procedure, Act extends Action, AtHand>(
  { facts, after }: Definition<Job, Act, AtHand>,
  job: Job,
  act: Act,
  ended: Ended,
): Job => after(withFact(facts, job, act, ended.outcome === 'refused' ? 'before' : 'after'), act, ended)

/** A request in words, for the log, and as it is sent. */
export interface Request<Job> {
  readonly text: string
  /** What it is about, by its name, for when it fails. */
  readonly about?: string
  readonly run: () => Promise<{ readonly result: string; readonly id?: string }>
  /** The state with what is needed to recognize later whether it was done. */
  readonly job?: Job
  /** The state after an error that has a way out of its own. */
  readonly wayOut?: (job: Job, error: unknown) => Job
}

/** The actions that go to the service. */
type Sent<Act> = Exclude<Act, { readonly name: 'list' | 'look' | 'wait' | 'ended' | 'person' }>

/** What a procedure needs of the world while it runs. */
export interface World<Job, Act, AtHand = undefined> {
  atHand?(job: Job): AtHand
  /** Reads how things stand and corrects the facts. Rejects where that could not be read. */
  observe(job: Job, act: Act): Promise<Job>
  request(job: Job, act: Sent<Act>): Request<Job>
  describe(error: unknown): Trouble
}

export interface Run<Job> {
  readonly job: Job
  readonly save: (job: Job) => Promise<void>
  readonly signal: AbortSignal
  readonly show?: (running: Running) => void
  /** Milliseconds. */
  readonly now?: () => number
}

/** The state of a procedure does not allow this. A person meets it where another page changed the state meanwhile. */
export class OutOfOrder extends NotDone {
  constructor(reason: string) {
    super('This is not possible now', `${reason}.`, 'Nothing was sent. Check the steps as they are now.')
  }
}

/**
 * Continues a procedure until a person is needed, it ends, it is stopped, or something goes wrong. `signal` ends reading; a write on its
 * way is always waited for.
 */
export function runProcedure<Job extends Procedure, Act extends Action, AtHand>(
  definition: Definition<Job, Act, AtHand>,
  world: World<Job, Act, AtHand>,
  options: Run<Job>,
): Promise<Job> {
  const { job, save, signal, show, now = Date.now } = options
  const at = () => new Date(now()).toISOString()
  const patiently = patient({ signal, show, now })
  let wayOut: Request<Job>['wayOut']
  const work: Work<Job, Act> = {
    next(state) {
      if (state.stopped || signal.aborted || state.trouble || state.endedAt !== undefined) return undefined
      const act = definition.next(state, world.atHand?.(state))
      return act.name === 'person' ? undefined : act
    },
    async observe(state, act) {
      if (act.name === 'ended') return closeIfDone(definition, state, at())
      try {
        return await patiently(() => world.observe(state, act), true)
      } catch (error) {
        return signal.aborted ? state : troubled(state, world.describe(error), at())
      }
    },
    begin(state, act) {
      const {
        text: request,
        run,
        about,
        job: noted = state,
        ...rest
      } = world.request(state, act as Sent<Act>)
      wayOut = rest.wayOut
      const begun = begin(definition, noted, act, { at: at(), request, atHand: world.atHand?.(state) })
      const send = async (): Promise<Ended> => {
        try {
          const done = await patiently(run)
          return { outcome: 'accepted', at: at(), ...done }
        } catch (error) {
          return endedWith(error, { at: at(), about, describe: world.describe, isCutShort: signal.aborted })
        }
      }
      return { job: begun, send }
    },
    end(state, act, ended) {
      const after = end(definition, state, act, ended)
      return ended.error === undefined || !wayOut ? after : wayOut(after, ended.error)
    },
  }
  return runWork(work, { ...job, trouble: undefined }, save)
}

/**
 * Lets a request out: writes down, before it is sent, that its end is unknown. Throws `OutOfOrder` for anything but the next action, and for
 * whatever the definition forbids.
 */
export function begin<Job extends Procedure, Act extends Action, AtHand>(
  definition: Definition<Job, Act, AtHand>,
  job: Job,
  act: Act,
  { at, request, atHand }: { at: string; request: string; atHand?: AtHand },
): Job {
  if (!isSame(definition.next(job, atHand), act) || job.stopped)
    throw new OutOfOrder(`${act.name} is not what comes next`)
  const reason = definition.forbids(job, act)
  if (reason !== undefined) throw new OutOfOrder(reason)
  const entry: Entry = { step: stepOf(definition, act, job), request, at, state: 'sending' }
  return { ...withFact(definition.facts, job, act, 'doubt'), trouble: undefined, log: [...job.log, entry] }
}

function end<Job extends Procedure, Act extends Action, AtHand>(
  definition: Definition<Job, Act, AtHand>,
  job: Job,
  act: Act,
  ended: Ended,
): Job {
  const isSo = ended.status !== undefined && ended.status === alreadySo(definition.facts, job, act)
  const outcome = isSo && ended.outcome === 'refused' ? 'accepted' : ended.outcome
  const log = closeEntries(job.log, { state: outcome, endedAt: ended.at, result: ended.result })
  const after = { ...job, log, trouble: outcome === 'accepted' ? undefined : ended.trouble }
  if (outcome === 'unknown') return after
  return closeIfDone(definition, settle(definition, after, act, { ...ended, outcome }), ended.at)
}

/** How a request ended that threw. What a person cut short needs no explanation. */
function endedWith(
  error: unknown,
  how: { at: string; about?: string; describe: (error: unknown) => Trouble; isCutShort: boolean },
): Ended {
  const { at, about } = how
  // What the page itself refuses never left it.
  const outcome = error instanceof DocumentRefused ? 'refused' : outcomeOf(error)
  if (error instanceof UnreadableReply)
    return { outcome, at, result: `Answer ${error.status}, unreadable`, error }
  const trouble = how.isCutShort ? undefined : how.describe(error)
  const status = error instanceof ServiceRefusal ? error.status : undefined
  const result =
    status === undefined ? (trouble?.title ?? 'Stopped') : `${status} ${(error as Error).message}`
  // The log names it beside each of its results.
  const named = trouble && about ? { ...trouble, title: `${trouble.title}: ${about}` } : trouble
  return { outcome, at, result, status, trouble: named, error }
}

export const closeEntries = <E extends Entry>(log: readonly E[], change: Partial<Entry>): readonly E[] =>
  log.map((entry) => (entry.state === 'sending' ? { ...entry, ...change } : entry))

/** What a page that is gone left "sending" has been looked up since. */
export const lookedUp = <E extends Entry>(log: readonly E[]) =>
  closeEntries(log, { state: 'unknown', result: 'No answer arrived; looked up since.' })

/** Marks the end, where nothing is left to do. */
export const closeIfDone = <Job extends Procedure, Act extends Action, AtHand>(
  definition: Definition<Job, Act, AtHand>,
  job: Job,
  at: string,
): Job =>
  job.endedAt === undefined && definition.next(job).name === 'ended'
    ? { ...job, endedAt: at, stopped: false, trouble: undefined }
    : job

/** Stops with a reason, without any request having changed something. */
export const troubled = <Job extends Procedure>(job: Job, trouble: Trouble, at: string): Job => ({
  ...job,
  trouble,
  log: closeEntries(job.log, { state: 'refused', endedAt: at, result: trouble.title }),
})

export const stop = <Job extends Procedure>(job: Job): Job =>
  job.endedAt === undefined ? { ...job, stopped: true } : job

export const goOn = <Job extends Procedure>(job: Job): Job => ({ ...job, stopped: false, trouble: undefined })
