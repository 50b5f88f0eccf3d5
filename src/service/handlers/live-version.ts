import { and, eq } from 'drizzle-orm'
import type { FieldError } from '../../contract/errors'
import type { AgentRequest } from '../../contract/requests/agents'
import { lintValues } from '../../contract/variable-lint'
import { found, Refused, wrongField } from '../errors'
import type { Queries } from '../store/open-database'
import { agents, type Prompt, versions } from '../store/schema'

type AgentType = AgentRequest['agentType']

/** The query of a version with its agent: one row, or none. */
export const versionWithAgent = (db: Queries, versionId: string) =>
  db
    .select({ version: versions, agent: agents })
    .from(versions)
    .innerJoin(agents, eq(agents.id, versions.agentId))
    .where(eq(versions.id, versionId))

/** A version with its agent, if it can handle live traffic: deployed (§1) and of the right type (D10). */
export async function findLiveVersion(db: Queries, versionId: string, type: AgentType, path: string) {
  const live = found(await versionWithAgent(db, versionId), 'agent version', path)
  checkType(live.agent.agentType, type, path)
  if (live.version.deployed) return live
  throw wrongField(path, 'This version is not deployed; only a deployed version handles live traffic.', 409)
}

export async function findDeployedVersion(db: Queries, agentId: string, type: AgentType, path: string) {
  const agent = found(await db.select().from(agents).where(eq(agents.id, agentId)), 'agent', path)
  checkType(agent.agentType, type, path)
  const [version] = await db
    .select()
    .from(versions)
    .where(and(eq(versions.agentId, agentId), eq(versions.deployed, true)))
  if (version) return { agent, version }
  const message = 'No version of this agent is deployed; only a deployed version handles live traffic.'
  throw wrongField(path, message, 409)
}

function checkType(is: AgentType, wanted: AgentType, path: string): void {
  if (is === wanted) return
  throw wrongField(
    path,
    wanted === 'CALL'
      ? 'This is a text agent; calls need an agent of type CALL.'
      : 'This is a voice agent; SMS, e-mail and web chat need an agent of type TEXT.',
  )
}

/** A required variable without a default must be given, and not be blank (§2 prompt variables). */
export function checkVariables(prompt: Prompt, given: Readonly<Record<string, unknown>>): void {
  const errors = lintValues(prompt.variables, given)
    .filter(({ kind }) => kind === 'missing')
    .map(({ name, message }): FieldError => ({ path: `variables.${name}`, message }))
  const [first] = errors
  if (first) throw new Refused(400, first.message, errors)
}
