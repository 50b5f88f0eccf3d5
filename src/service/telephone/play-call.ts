import { asc, eq } from 'drizzle-orm'
import { answeringQueue, answerOnce } from '../answering'
import type { Clock } from '../clock'
import type { Context } from '../context'
import type { Engine, EngineAgent } from '../engine/engine'
import { loadAgent } from '../engine/load-agent'
import { groundsOf } from '../grounds'
import { enqueue, type Job, type Queue } from '../jobs/queue'
import type { Database, Queries } from '../store/open-database'
import { agents, calls, callTurns, versions } from '../store/schema'
import { gatherSource } from '../testing-lab/scenario-source'
import { customerSays, isLastWord, planOf } from './customer'
import { type CallEnd, type Course, later, secondsToSay, settleCall, transcriptOf } from './settle-call'

/** The queue. A job's key is the id of a call. */
export const CALL = 'call'

/** Queues the next words of a call, in the transaction that stores what it goes on from. */
const queueCall = (tx: Queries, callId: string) => enqueue(tx, { queue: CALL, key: callId })

type NewCall = Omit<
  typeof calls.$inferInsert,
  'id' | 'versionId' | 'createdAt' | 'updatedAt' | keyof Course
> & {
  readonly end: CallEnd
  readonly version: Pick<typeof versions.$inferSelect, 'id' | 'prompt' | 'voicemailMessage'>
}

/** Stores a new call and lets it begin, in a transaction; the queue is woken after it. What a mailbox heard is its only turn. */
export async function placeCall(
  tx: Queries,
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  { end, version, ...call }: NewCall,
) {
  const id = ids.id()
  const now = clock.now()
  const { voicemail, ...course } = settleCall({ end, at: now, version, variables: call.variables })
  await tx
    .insert(calls)
    .values({ ...call, ...course, id, versionId: version.id, createdAt: now, updatedAt: now })
  if (!course.endsAt) await queueCall(tx, id)
  else if (voicemail && course.answeredAt)
    await tx
      .insert(callTurns)
      .values({ callId: id, number: 0, who: 'agent', said: voicemail, saidAt: course.answeredAt })
  return { id, status: 'queued' as const }
}

/** Seconds after which a customer who hears nothing hangs up. */
const SILENCE_MAX = 120

/** Turns of a call at most, whatever the agent asks. */
const TURNS_MAX = 24

/** This service has no drawn conversations to play (D240). */
const PLAYED_BY_PROMPT = 'The mode of its version is FLOW; here it was played by its prompt.'

type Call = typeof calls.$inferSelect
type Turn = typeof callTurns.$inferSelect
type NewTurn = Pick<Turn, 'who' | 'said' | 'grounds' | 'saidAt'>
type End = Required<Pick<typeof calls.$inferInsert, 'endsAt' | 'endStatus' | 'endedReason' | 'endedBy'>> & {
  readonly summary: string
}

interface Played {
  readonly call: Call
  readonly version: typeof versions.$inferSelect
  readonly agent: typeof agents.$inferSelect
}

interface CallsOptions {
  readonly db: Database
  readonly clock: Clock
  readonly engine: Engine
}

const whenOver = ({ saidAt, said }: Pick<Turn, 'saidAt' | 'said'>) => later(saidAt, secondsToSay(said))

/**
 * Plays calls that a person answered (D320): each job is the agent's next words and what the customer says to them, stored before the next
 * job is queued. So a call goes on in any process where it stopped, nothing is said twice, and calls take turns.
 */
export function callQueue({ db, clock, engine }: CallsOptions): Queue {
  async function findCall(id: string): Promise<Played | undefined> {
    const [row] = await db
      .select({ call: calls, version: versions, agent: agents })
      .from(calls)
      .innerJoin(versions, eq(versions.id, calls.versionId))
      .innerJoin(agents, eq(agents.id, calls.agentId))
      .where(eq(calls.id, id))
    return row
  }

  const turnsOf = (db: Queries, id: string) =>
    db.select().from(callTurns).where(eq(callTurns.callId, id)).orderBy(asc(callTurns.number))

  /** An agent that greets by name if it has nothing else to say first. */
  async function agentOf({ call, version }: Played): Promise<EngineAgent> {
    const agent = await loadAgent(db, version.id, { values: call.variables })
    const firstName = call.firstName ?? call.details.customer?.firstName
    return {
      ...agent,
      firstMessage:
        agent.firstMessage || (firstName ? `Hello ${firstName}, this is ${agent.name}.` : undefined),
    }
  }

  async function playOn(played: Played, before: readonly Turn[], job: Job) {
    const { call, version, agent } = played
    const turns: NewTurn[] = []
    const all = () => [...before, ...turns]
    /** When the last words are said, or the call was answered. */
    const quietFrom = () => {
      const last = all().at(-1)
      return last ? whenOver(last) : (call.answeredAt ?? call.startsAt)
    }
    const due = () => new Date(Math.max(quietFrom().getTime(), clock.now().getTime()))
    const add = (who: NewTurn['who'], said: string, grounds: Turn['grounds'] = null) =>
      turns.push({ who, said, grounds, saidAt: due() })
    const endsAt = later(quietFrom(), SILENCE_MAX)
    if (clock.now() > endsAt) {
      const summary = 'The agent said nothing for two minutes, and the customer hung up.'
      return {
        turns,
        end: { endsAt, endStatus: 'FAILED', endedReason: 'ENDED', endedBy: 'CUSTOMER', summary } as End,
      }
    }
    const completed = (
      endedReason: string,
      endedBy: 'AGENT' | 'CUSTOMER',
      summary: string,
    ): { turns: NewTurn[]; end: End } => ({
      turns,
      end: { endsAt: quietFrom(), endStatus: 'COMPLETED', endedReason, endedBy, summary },
    })
    if (all().length === 0 && version.settings.speakFirst === false) add('customer', 'Hello?')
    const answer = await answerOnce(engine, await agentOf(played), all(), job)
    add('agent', answer.said, groundsOf(answer))
    if (answer.end.outcome === 'handed over')
      return completed(
        'WARM_TRANSFER',
        'AGENT',
        'The customer asked for a person, and the agent transferred the call.',
      )
    if (answer.end.outcome === 'opted out')
      return completed('DNC', 'AGENT', 'The customer wants no further calls.')
    const heard = before.at(-1)
    if (heard?.who === 'customer' && isLastWord(heard.said))
      return completed('ENDED', 'CUSTOMER', summaryOf(all(), version.settings.mode, call.plan?.asks))
    if (all().length >= TURNS_MAX)
      return completed('ENDED', 'CUSTOMER', 'The conversation came to no end, and the customer hung up.')
    const plan =
      call.plan ??
      planOf(
        call.outbound ? call.toPhoneNumber : call.fromPhoneNumber,
        (await gatherSource(db, agent, version, {})).facts,
      )
    add('customer', customerSays(plan, all(), call.variables))
    return plan.ends === 'hangs up'
      ? completed('NOT_INTERESTED', 'CUSTOMER', 'The customer hung up at once.')
      : { turns, plan }
  }

  return answeringQueue(engine, {
    name: CALL,
    async work(job) {
      const played = await findCall(job.key)
      if (!played || played.call.endsAt) return
      const before = await turnsOf(db, job.key)
      const { turns, end, plan } = await playOn(played, before, job)
      await job.finish(async (tx) => {
        if (turns.length > 0)
          await tx
            .insert(callTurns)
            .values(turns.map((turn, place) => ({ ...turn, callId: job.key, number: before.length + place })))
        const transcript = transcriptOf([...before, ...turns])
        if (end)
          await tx
            .update(calls)
            .set({ ...end, transcript })
            .where(eq(calls.id, job.key))
        else {
          if (plan) await tx.update(calls).set({ plan }).where(eq(calls.id, job.key))
          await queueCall(tx, job.key)
        }
      })
    },
    async giveUp(tx, id) {
      const said = await turnsOf(tx, id)
      await tx
        .update(calls)
        .set({
          // What was said is heard to its end.
          endsAt: new Date(Math.max(clock.now().getTime(), ...said.map((turn) => whenOver(turn).getTime()))),
          endStatus: 'FAILED',
          endedReason: 'ENDED',
          endedBy: 'SYSTEM',
          transcript: transcriptOf(said),
          summary: 'The line was cut: the service failed in this call, and its log says more.',
        })
        .where(eq(calls.id, id))
    },
  })
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** What a customer asked for who ended the call, and how many of the answers rest on documents. `asks`: what the customer had in mind. */
function summaryOf(turns: readonly NewTurn[], mode: unknown, asks: readonly string[] = []): string {
  const [first, ...more] = asks.filter((ask) => turns.some(({ said }) => said.includes(ask)))
  const answers = turns.filter(({ who }) => who === 'agent').slice(1)
  const grounded = answers.filter(({ grounds }) => grounds && grounds.passages.length > 0).length
  const failed = answers.find(({ grounds }) => grounds?.error)?.grounds?.error
  return [
    first
      ? `Asked “${first}”${more.length > 0 ? ` and ${counted(more.length, 'more question')}` : ''}.`
      : 'The customer ended the call.',
    failed && `The agent could not answer: ${failed}`,
    grounded > 0 && `${counted(grounded, 'answer')} came from the documents.`,
    mode === 'FLOW' && PLAYED_BY_PROMPT,
  ]
    .filter(Boolean)
    .join(' ')
}
