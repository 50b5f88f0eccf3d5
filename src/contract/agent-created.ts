import { Fields, isWire, type Wire } from './reply'

/** What creating an agent is documented to return: two ids. The rest may be there or not. */
export interface CreatedAgent {
  readonly agentId: string
  readonly versionId: string
  /** Its running number, where the service tells it. */
  readonly versionNumber?: number
  /** The integer id that the testing lab wants, where the service tells it (D13). */
  readonly testingLabId?: number
  readonly raw: Wire
}

/** Reads what was created. Both ids must be there, because nothing else tells them (§2). */
export function readCreatedAgent(value: unknown): CreatedAgent | undefined {
  const wire = isWire(value) && isWire(value.data) && !isWire(value.agent) ? value.data : value
  if (!isWire(wire)) return undefined
  const agent = isWire(wire.agent) ? wire.agent : wire
  const agentId = new Fields(agent).id('id', 'agentId', '_id')
  const listed = Array.isArray(agent.versions) ? agent.versions[0] : undefined
  const version = [agent.version, wire.version, listed].find(isWire)
  const versionId =
    (version && new Fields(version).id('id', 'versionId', '_id')) ??
    new Fields(agent).id('versionId', 'version') ??
    new Fields(wire).id('versionId')
  if (agentId === undefined || versionId === undefined) return undefined
  return {
    agentId,
    versionId,
    versionNumber: version && new Fields(version).number('version', 'versionNumber'),
    testingLabId: new Fields(agent).number('cekuraAgentId', 'testingLabAgentId', 'testingLabId'),
    raw: wire,
  }
}
