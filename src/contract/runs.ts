import { type Formats, operation } from './operation'
import { listReply, objectReply } from './reply'
import { readTestRun } from './run'

/** Which scenarios or runs, and which page of them: texts on the wire, as for the tool list (§4). */
export const labQuery = ({ z, pageQuery }: Formats) =>
  z.extend(pageQuery, {
    agent_id: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'agent_id must be a whole number from 1')),
    ),
  })

/** Ours alone (D171). */
export const listRuns = operation({
  name: 'listRuns',
  method: 'GET',
  path: '/api/v1/testing-lab/runs',
  source: 'extension',
  summary: 'Lists runs, the newest first, a page at a time, without their conversations.',
  to: 'load the runs',
  sendsQuery: labQuery,
  reply: listReply(['runs'], readTestRun),
})

/** Ours alone (D171). */
export const readRun = operation({
  name: 'readRun',
  method: 'GET',
  path: '/api/v1/testing-lab/runs/{id}',
  source: 'extension',
  summary: 'Reads a run with its conversations: state, verdict, reason and transcript.',
  to: 'load the run',
  reply: objectReply(['run'], readTestRun, 'the reply has no run'),
})
