import { RULES } from './engine/create-engine'
import { answerWhole, type Engine, type EngineAgent, type EngineTurn } from './engine/engine'
import type { Job, Queue } from './jobs/queue'

/** Answers at once in a process. Rules only wait for the database. */
const AT_ONCE = 4

/** Lets the next job of its lane begin meanwhile, as far as another lane is idle. */
function takeIdleLane(job: Job): void {
  for (let lane = 1; lane < AT_ONCE; lane += 1) if (job.takePlaceIn(lane)) return
}

/** A queue whose jobs are answers of an agent. */
export const answeringQueue = (engine: Engine, queue: Pick<Queue, 'name' | 'work' | 'giveUp'>): Queue => ({
  ...queue,
  attemptsMax: 3,
  lanes: engine.by === RULES ? 1 : AT_ONCE,
  work(job) {
    takeIdleLane(job)
    return queue.work(job)
  },
})

/** The answer of a job. Only a job's first attempt calls tools, whatever became of that, so none is called twice (D307); a later one says so (D691). */
export function answerOnce(engine: Engine, agent: EngineAgent, turns: readonly EngineTurn[], job: Job) {
  const who = { ...agent, isRepeated: job.attempts > 1 }
  return answerWhole(engine, who, turns, job.signal, ({ type }) => {
    if (type === 'toolCall') job.countStops()
  })
}
