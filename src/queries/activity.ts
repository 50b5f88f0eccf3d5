import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { createAgentVersion, readAgentVersion } from '../contract/agent-versions'
import { createAgent, readCreatedAgent } from '../contract/agents'
import { dispatchCall } from '../contract/calls'
import { createCollection } from '../contract/collections'
import { createFile } from '../contract/files'
import type { OperationName } from '../contract/operations'
import { findObject, isWire } from '../contract/reply'
import { createChatThread, createEmailThread, createSmsThread } from '../contract/threads'
import type { LedgerEntry } from '../ledger/entry'
import { operationWords } from './describe-error'
import { connectionOf } from './info'
import { keys } from './keys'
import { ledgerOf } from './ledger'

export type { LedgerEntry } from '../ledger/entry'

/** What a write was about, as far as its entry tells. Names of what exists are looked up by who shows it. */
export interface Target {
  readonly agentId?: string
  readonly versionId?: string
  readonly collectionId?: string
  readonly fileId?: string
  /** The integer id of the agent, in the testing lab (D13). */
  readonly labAgentId?: string
  readonly scenarioId?: string
  /** Id of the call or the thread, as the service gave it. */
  readonly callId?: string
  readonly threadId?: string
  /** The name that was sent or answered. */
  readonly name?: string
  /** Whom a call or a thread went to. */
  readonly recipient?: string
}

/** One write as a list shows it. Bodies stay in the database: thousands of prompts would fill the memory of the page. */
export interface ActivityRow {
  readonly id: string
  readonly operation: string
  /** The operation in words. */
  readonly what: string
  readonly state: LedgerEntry['state']
  /** ISO time. */
  readonly startedAt: string
  readonly status?: number
  readonly message?: string
  readonly target: Target
}

const THREADS: readonly string[] = [createSmsThread.name, createEmailThread.name, createChatThread.name]

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const idOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value))

/** What an entry is about: ids of its address, its body and its reply. */
export function targetOf({ operation, params, body, reply, note }: LedgerEntry): Target {
  const sent = isWire(body) ? body : {}
  const { agentId, versionId, collectionId, fileId } = params
  switch (operation) {
    case createAgent.name:
      return { ...readCreatedIds(reply), name: textOf(sent.name) }
    case createAgentVersion.name:
      return { agentId, versionId: readAgentVersion(reply)?.id }
    case createCollection.name:
      return {
        collectionId: createCollection.reply.safeParse(reply).data?.record?.id,
        name: textOf(sent.name),
      }
    case createFile.name:
      return { fileId: textOf(sent.fileId), name: createFile.reply.safeParse(reply).data?.record?.fileName }
    case dispatchCall.name:
      return {
        agentId,
        versionId: textOf(sent.versionId),
        callId: dispatchCall.reply.safeParse(reply).data?.record?.id,
        recipient: textOf(sent.toPhoneNumber),
      }
  }
  if (THREADS.includes(operation))
    return {
      agentId: textOf(sent.agentId),
      versionId: textOf(sent.agentVersionId),
      threadId: createSmsThread.reply.safeParse(reply).data?.record?.id,
      recipient: textOf(sent.toPhoneNumber) ?? textOf(sent.toEmail),
    }
  if (isLabWrite(operation))
    return {
      agentId: isWire(note) ? textOf(note.agentId) : undefined,
      labAgentId: idOf(sent.agent_id),
      versionId: textOf(sent.agent_version_id),
      scenarioId:
        params.id ??
        (operation === 'createScenario'
          ? findObject(reply, ['scenario'], (scenario) => idOf(scenario.id))
          : undefined),
      name: textOf(sent.name),
    }
  return { agentId, versionId, collectionId, fileId, name: textOf(sent.name) }
}

const LAB_WRITES: readonly string[] = [
  'generateScenarios',
  'runScenarios',
  'createScenario',
  'updateScenario',
] satisfies OperationName[]

/** Whether it was sent to the testing lab. By name, as the lab's own code is not wanted here. */
export const isLabWrite = (operation: string): boolean => LAB_WRITES.includes(operation)

function readCreatedIds(reply: unknown): Pick<Target, 'agentId' | 'versionId'> {
  const created = readCreatedAgent(reply)
  return { agentId: created?.agentId, versionId: created?.versionId }
}

/** An entry without its bodies. */
export function toActivityRow(entry: LedgerEntry): ActivityRow {
  const { id, operation, state, startedAt, error } = entry
  return {
    id,
    operation,
    what: operationWords(operation),
    state,
    startedAt,
    status: error?.status,
    message: error?.message,
    target: targetOf(entry),
  }
}

/** The names that entries tell of, by id: what was created here has its name in the request. The newest counts. */
export function namesIn(rows: readonly ActivityRow[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { operation, target } of rows) {
    const id =
      operation === createCollection.name
        ? target.collectionId
        : operation === createFile.name
          ? target.fileId
          : operation === createAgent.name
            ? target.agentId
            : undefined
    if (id !== undefined && target.name !== undefined && !names.has(id)) names.set(id, target.name)
  }
  return names
}

/** While something is being sent, its end may come from another tab, which tells nobody here. */
const SENDING_MS = 2_000

async function placeOf(client: QueryClient) {
  const { serviceName } = await connectionOf(client)
  return { ledger: await ledgerOf(client), service: serviceName }
}

export const activityQueries = {
  /** Every write of this browser to the connected service, newest first. */
  rows: () =>
    queryOptions({
      queryKey: [...keys.ledger, 'activity'],
      queryFn: async ({ client }): Promise<readonly ActivityRow[]> => {
        const { ledger, service } = await placeOf(client)
        return (await ledger.entries(service)).map(toActivityRow)
      },
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.some((row) => row.state === 'sending') ? SENDING_MS : false,
    }),

  /** One of them, whole; `null` when it is not remembered. */
  one: (id: string) =>
    queryOptions({
      queryKey: [...keys.ledger, 'activity', id],
      queryFn: async ({ client }) => {
        const { ledger, service } = await placeOf(client)
        return (await ledger.entry(service, id)) ?? null
      },
      staleTime: 0,
      // A body may be large; it leaves the memory with the panel that shows it.
      gcTime: 0,
    }),
}
