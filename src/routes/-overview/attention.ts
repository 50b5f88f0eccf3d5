import type { LinkProps } from '@tanstack/react-router'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { LedgerEntry } from '../../queries/activity'
import type { StoredAgent } from '../../queries/agents'
import { evidenceOfVersion, evidenceText, type TestEvidence } from '../../queries/evidence'
import type { OpenWork } from '../../queries/list-open-work'
import type { Tone } from '../../ui/badge'
import { countOf } from '../../ui/numbers'
import { mayWrite } from '../../ui/role'
import { whoWorks } from '../-shared/who-works'

/** Something that a person should look at, and the one thing to do about it. */
export interface Attention {
  readonly key: string
  readonly tone: Tone
  readonly title: string
  readonly detail?: string
  readonly verb: string
  readonly link: LinkProps
}

type Write = Pick<LedgerEntry, 'id' | 'state' | 'operation'>

/** What is known where the overview looks for it; what could not be read is absent. */
export interface Workspace {
  readonly now: number
  readonly missing?: readonly string[]
  readonly files?: readonly KnowledgeFile[]
  readonly writes?: readonly Write[]
  readonly agents?: readonly StoredAgent[]
  readonly evidence?: readonly TestEvidence[]
  readonly work?: readonly OpenWork[]
  /** Names of the drafts of this tab. */
  readonly drafts?: readonly string[]
}

/** A file that is not read after so long is stuck, in milliseconds. */
const STUCK_MS = 15 * 60_000
/** So many agents are named one by one. */
const NAMED_MAX = 3

const names = (files: readonly KnowledgeFile[]) =>
  files
    .slice(0, NAMED_MAX)
    .map(({ fileName, fileId }) => fileName ?? fileId)
    .join(', ') + (files.length > NAMED_MAX ? ' and others' : '')

function ofFiles(files: readonly KnowledgeFile[], now: number): Attention[] {
  const groups = [
    {
      key: 'failed files',
      tone: 'bad',
      found: files.filter(({ status }) => progressOf(status) === 'failed'),
      words: 'could not be read',
      verb: 'Show failed',
    },
    {
      key: 'stuck files',
      tone: 'busy',
      found: files.filter(
        ({ status, createdAt = '' }) =>
          progressOf(status) === 'waiting' && now - Date.parse(createdAt) > STUCK_MS,
      ),
      words: 'waiting for more than 15 minutes',
      verb: 'Show waiting',
    },
  ] as const
  return groups.flatMap(({ found, words, ...group }) => {
    const [first] = found
    const isOne = found.length === 1 && first
    return first
      ? {
          ...group,
          title: `${countOf(found.length, 'file')} ${words}`,
          detail: names(found),
          verb: isOne ? 'Show file' : group.verb,
          link: {
            to: '/knowledge/files',
            search: isOne ? { file: first.fileId } : { status: first.status },
          },
        }
      : []
  })
}

function ofAgents(agents: readonly StoredAgent[], evidence: readonly TestEvidence[]): Attention[] {
  const live = agents.filter(({ deployedVersionId }) => deployedVersionId !== undefined)
  const tested = live.map((agent) => ({
    agent,
    known: evidenceOfVersion(
      evidence.filter(({ agentId }) => agentId === agent.agentId),
      agent.deployedVersionId,
    ),
  }))
  const failing = tested.flatMap(({ agent, known }): Attention[] => {
    if (known?.verdict !== 'failed') return []
    const { id } = known.run
    return [
      {
        key: `failing ${agent.agentId}`,
        tone: 'bad',
        title: `${agent.name}: ${evidenceText(known) || 'the last test failed'}`,
        detail: 'Its deployed version takes live traffic.',
        verb: id === undefined ? 'Open agent' : 'Open run',
        link:
          id === undefined
            ? { to: '/agents/$agentId', params: { agentId: agent.agentId } }
            : { to: '/testing-lab/runs/$runId', params: { runId: String(id) } },
      },
    ]
  })
  const untested = tested.flatMap(({ agent, known }) =>
    !known || known.changed ? { ...agent, changed: known?.changed } : [],
  )
  if (untested.length > NAMED_MAX)
    return [
      ...failing,
      {
        key: 'untested',
        tone: 'unknown',
        title: `${countOf(untested.length, 'agent')} are live without a test`,
        detail: `${untested
          .slice(0, NAMED_MAX)
          .map(({ name }) => name)
          .join(', ')} and others`,
        verb: 'Show agents',
        link: { to: '/agents' },
      },
    ]
  return [
    ...failing,
    ...untested.map(
      ({ agentId, name, deployedVersionId, changed }): Attention => ({
        key: `untested ${agentId}`,
        tone: 'unknown',
        title: `${name} is live without a test`,
        detail: changed
          ? 'Its deployed version was changed after its last test.'
          : 'Its deployed version has no test run.',
        verb: 'Run scenarios',
        link: { to: '/testing-lab/run', search: { agent: agentId, version: deployedVersionId } },
      }),
    ),
  ]
}

const isCallInDoubt = ({ state, operation }: Write) => state === 'unknown' && operation === 'dispatchCall'

function ofWrites(writes: readonly Write[]): Attention[] {
  const open = writes.filter(({ state }) => state === 'unknown')
  const [first] = open
  if (!first) return []
  const calls = open.filter(isCallInDoubt).length
  return [
    {
      key: 'unknown outcomes',
      tone: 'unknown',
      title: `${countOf(open.length, 'write')} without a known outcome`,
      detail: calls > 0 ? `${countOf(calls, 'call')} may have been placed.` : 'It may have been done.',
      verb: 'Check',
      // Calls are settled where they are listed.
      link: {
        to: calls === open.length ? '/calls' : '/activity',
        search:
          open.length > 1 ? { state: 'unknown' } : calls === 1 ? { call: first.id } : { entry: first.id },
      },
    },
  ]
}

function linkTo(work: OpenWork): LinkProps {
  const { kind, id } = work
  const params = { jobId: id }
  if (kind === 'plan') return { to: '/knowledge/files' }
  if (kind === 'batch') return { to: '/calls/batch/$jobId', params }
  if (work.kind === 'draft') return { to: '/calls/batch/new', search: { agent: work.agentId, file: id } }
  return {
    to: kind === 'restructure' ? '/knowledge/restructure/$jobId' : '/knowledge/replace/$jobId',
    params,
  }
}

function wordsOf(work: OpenWork): Pick<Attention, 'title' | 'detail'> {
  if (work.kind === 'plan')
    return {
      title: 'A change of several files is not finished',
      detail: `${work.done} of ${countOf(work.total, 'step')} done`,
    }
  if (work.kind === 'batch') {
    const who = work.sender && (work.sender === 'this page' ? 'This page' : whoWorks(work.sender))
    const detail = who ? `${who} sends this batch.` : work.trouble
    return { title: `Calls from ${work.fileName} are not finished`, detail }
  }
  if (work.kind === 'draft') return { title: `Calls from ${work.fileName} are not started` }
  const verb = work.kind === 'replacement' ? 'Replacing' : 'Restructuring'
  return { title: `${verb} ${work.name} ${work.waits ? 'waits for you' : 'is not finished'}` }
}

const ofWork = (work: readonly OpenWork[]): Attention[] =>
  work.map((each) => ({
    key: each.id,
    tone: 'busy',
    ...wordsOf(each),
    verb: mayWrite() && !('sender' in each && each.sender) ? 'Continue' : 'Show',
    link: linkTo(each),
  }))

/** The drafts whose form has an address of its own, by the name they are stored under. */
const DRAFTS: readonly { readonly key: string; readonly title: string; readonly link: LinkProps }[] = [
  { key: 'agent', title: 'A new agent is not sent', link: { to: '/agents/new' } },
  { key: 'call', title: 'A call is not placed', link: { to: '/calls', search: { place: true } } },
  {
    key: 'generate',
    title: 'New scenarios are not generated',
    link: { to: '/testing-lab/generate' },
  },
  {
    key: 'sms thread',
    title: 'An SMS thread is not started',
    link: { to: '/threads/new', search: { channel: 'sms' } },
  },
  {
    key: 'e-mail thread',
    title: 'An e-mail thread is not started',
    link: { to: '/threads/new', search: { channel: 'email' } },
  },
]

/** Of a batch: there is one for each agent and each stored file that its form was opened with, and one for none. */
const BATCH = /^batch(?: (\S*))?(?: (\S+))?$/

const ofDrafts = (
  drafts: readonly string[],
  agents: readonly StoredAgent[],
  // A call that may have been placed is a doubt, and its form no unfinished work.
  mayBePlaced: boolean,
): Attention[] =>
  [
    ...DRAFTS.filter(({ key }) => drafts.includes(key) && !(mayBePlaced && key === 'call')),
    ...drafts.flatMap((key) => {
      const [isBatch, agent, file] = BATCH.exec(key) ?? []
      const agentId = agent || undefined
      const { name } = agents.find((agent) => agent.agentId === agentId) ?? {}
      const title = name ? `${name}: calls from a file are not started` : 'Calls from a file are not started'
      return isBatch
        ? { key, title, link: { to: '/calls/batch/new', search: { agent: agentId, file } } as const }
        : []
    }),
    ...agents
      .filter(({ agentId }) => drafts.some((draft) => draft.startsWith(`version.${agentId}.`)))
      .map(({ agentId, name }) => ({
        // Agents may have one name.
        key: `version of ${agentId}`,
        title: `A version of ${name} is not saved`,
        link: { to: '/agents/$agentId', params: { agentId } } as const,
      })),
  ].map(({ key, title, link }) => ({
    key,
    tone: 'busy',
    title,
    detail: 'What you typed is stored in this tab.',
    verb: 'Continue',
    link,
  }))

/** What needs a person, the worst first. */
export function attentionOf(known: Workspace): readonly Attention[] {
  const { now, missing = [], files = [], writes = [] } = known
  const { agents = [], evidence = [], work = [], drafts = [] } = known
  return [
    ...missing.map(
      (variable): Attention => ({
        key: variable,
        tone: 'bad',
        title: `${variable} is not set`,
        detail: 'Set it where the console is started, and start it again.',
        verb: 'Show connection',
        link: { to: '/settings' },
      }),
    ),
    ...ofWrites(writes),
    ...ofAgents(agents, evidence),
    ...ofFiles(files, now),
    ...ofWork(work),
    ...ofDrafts(drafts, agents, writes.some(isCallInDoubt)),
  ].toSorted((one, other) => RANK.indexOf(one.tone) - RANK.indexOf(other.tone))
}

const RANK: readonly Tone[] = ['bad', 'unknown', 'busy', 'good']
