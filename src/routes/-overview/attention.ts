import type { LinkProps } from '@tanstack/react-router'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { LedgerEntry } from '../../queries/activity'
import type { StoredAgent } from '../../queries/agents'
import { evidenceOfVersion, evidenceText, type TestEvidence } from '../../queries/evidence'
import type { OpenWork } from '../../queries/list-open-work'
import type { Tone } from '../../ui/badge'
import { countOf, isolated } from '../../ui/numbers'
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

/** A form of this tab that was not sent, by the name it is stored under. */
export interface OpenDraft {
  readonly key: string
  /** What the form is called, where the name does not say it. */
  readonly label?: string
  /** What its address said when it was begun. */
  readonly search?: { readonly agent?: string }
}

/** What is known where the overview looks for it; what could not be read is absent. */
export interface Workspace {
  readonly now: number
  readonly missing?: readonly string[]
  readonly files?: readonly KnowledgeFile[]
  readonly writes?: readonly Write[]
  readonly agents?: readonly StoredAgent[]
  readonly evidence?: readonly TestEvidence[]
  readonly work?: readonly OpenWork[]
  readonly drafts?: readonly OpenDraft[]
}

/** A file that is not read after so long is stuck, in milliseconds. */
const STUCK_MS = 15 * 60_000
/** So many agents are named one by one. */
const NAMED_MAX = 3

const names = (files: readonly KnowledgeFile[]) =>
  files
    .slice(0, NAMED_MAX)
    .map(({ fileName, fileId }) => isolated(fileName ?? fileId))
    .join(', ') + (files.length > NAMED_MAX ? ' and others' : '')

function ofFiles(files: readonly KnowledgeFile[], now: number): Attention[] {
  // The list that opens shows one status.
  const statuses = [...new Set(files.map(({ status }) => status))]
  return (['failed', 'waiting'] as const).flatMap((progress) =>
    statuses.flatMap((status) => {
      if (progressOf(status) !== progress) return []
      const isFailed = progress === 'failed'
      const found = files.filter(
        (file) => file.status === status && (isFailed || now - Date.parse(file.createdAt ?? '') > STUCK_MS),
      )
      const [first] = found
      const isOne = found.length === 1
      return first
        ? {
            key: `${progress} files ${status}`,
            tone: isFailed ? 'bad' : 'busy',
            title: `${countOf(found.length, 'file')} ${isFailed ? 'could not be read' : 'waiting for more than 15 minutes'}`,
            detail: names(found),
            verb: isOne ? 'Show file' : `Show ${progress}`,
            link: { to: '/knowledge/files', search: isOne ? { file: first.fileId } : { status } },
          }
        : []
    }),
  )
}

function ofAgents(agents: readonly StoredAgent[], evidence: readonly TestEvidence[]): Attention[] {
  const failing: Attention[] = []
  const untested: (Attention & { readonly name: string })[] = []
  for (const { agentId, name, deployedVersionId: version } of agents) {
    if (version === undefined) continue
    const ofAgent = evidence.filter((each) => each.agentId === agentId)
    const known = evidenceOfVersion(ofAgent, version)
    const ran = known?.scenarios.length
    const detail = 'Its deployed version takes live traffic.'
    if (known?.verdict === 'failed') {
      const { id } = known.run
      failing.push({
        key: agentId,
        tone: 'bad',
        title: `${name}: ${evidenceText(known) || 'the last test failed'}`,
        detail,
        ...(id === undefined
          ? { verb: 'Open agent', link: { to: '/agents/$agentId', params: { agentId } } }
          : {
              verb: 'Open run',
              link: {
                to: '/testing-lab/runs/$runId',
                params: { runId: String(id) },
                search: { show: 'not-passed' },
              },
            }),
      })
    } else if (!known || known.changed || (ran && known.untested))
      untested.push({
        name,
        key: agentId,
        tone: 'unknown',
        ...(ran
          ? {
              title: `${name}: ${known.untested} of ${countOf(ran + known.untested, 'scenario')} did not run`,
              detail,
            }
          : {
              title: `${name} is live without a test`,
              detail: `Its deployed version ${known ? 'was not tested since a change' : 'has no test result'}.`,
            }),
        verb: 'Run scenarios',
        link: { to: '/testing-lab/run', search: { agent: agentId, version } },
      })
  }
  if (untested.length <= NAMED_MAX) return [...failing, ...untested]
  return [
    ...failing,
    {
      key: 'untested',
      tone: 'unknown',
      title: `${untested.length} live agents are not fully tested`,
      detail: `${untested
        .slice(0, NAMED_MAX)
        .map(({ name }) => name)
        .join(', ')} and others`,
      verb: 'Show agents',
      link: { to: '/agents' },
    },
  ]
}

function ofWrites(writes: readonly Write[]): Attention[] {
  const open = writes.filter(({ state }) => state === 'unknown')
  const [first] = open
  if (!first) return []
  const calls = open.filter(({ operation }) => operation === 'dispatchCall').length
  return [
    {
      key: 'unknown outcomes',
      tone: 'unknown',
      title: `${countOf(open.length, 'write')} without a known outcome`,
      detail:
        calls > 0
          ? `${countOf(calls, 'call')} may have been placed.`
          : `${open.length > 1 ? 'They' : 'It'} may have been done.`,
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
    return {
      title: `Calls from ${work.fileName} are ${work.isNew ? 'ready to start' : 'not finished'}`,
      detail,
    }
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

/** The drafts whose form has an address of its own, by what the name that they are stored under begins with. */
const DRAFTS: Readonly<Record<string, readonly [title: string, to: LinkProps['to']]>> = {
  agent: ['A new agent is not sent', '/agents/new'],
  batch: ['Calls from a file are not started', '/calls/batch/new'],
  call: ['A call is not placed', '/calls'],
  generate: ['New scenarios are not generated', '/testing-lab/generate'],
  run: ['A run is not started', '/testing-lab/run'],
  'sms thread': ['An SMS thread is not started', '/threads/new'],
  'e-mail thread': ['An e-mail thread is not started', '/threads/new'],
  web: ['A web chat is not created', '/threads/new'],
}

function openedBy({ key, label, search }: OpenDraft, agents: readonly StoredAgent[]) {
  const [title, to] = DRAFTS[key.split(/ (?!thread)|\./)[0] ?? ''] ?? []
  const agent = agents.find(
    ({ agentId }) => agentId === search?.agent || key.startsWith(`version.${agentId}.`),
  )
  if (title)
    return (
      search && {
        title: agent ? `${agent.name}: ${title.replace(/^./, (first) => first.toLowerCase())}` : title,
        link: { to, search } as LinkProps,
      }
    )
  if (!agent) return
  const { agentId, name } = agent
  return {
    title: `${name}: ${label ?? 'a version'} is not saved`,
    link: {
      to: '/agents/$agentId',
      params: { agentId },
      search: { version: key.slice(`version.${agentId}.`.length) },
    } as const,
  }
}

const ofDrafts = (drafts: readonly OpenDraft[], agents: readonly StoredAgent[]): Attention[] =>
  drafts.flatMap((draft) => {
    const found = openedBy(draft, agents)
    if (!found) return []
    const detail = 'What you typed is stored in this tab.'
    return { ...found, key: draft.key, tone: 'busy', detail, verb: 'Continue' }
  })

/** What needs a person, the worst first. */
export function attentionOf(known: Workspace): readonly Attention[] {
  const { now, missing = [], files = [], writes = [] } = known
  const { evidence = [], work = [], drafts = [] } = known
  const agents = (known.agents ?? []).map((agent) => ({ ...agent, name: isolated(agent.name) }))
  return [
    ...missing.map(
      (variable): Attention => ({
        key: variable,
        tone: 'bad',
        title: `${variable} is not set`,
        detail: 'Set it, then restart the console.',
        verb: 'Show connection',
        link: { to: '/settings' },
      }),
    ),
    ...ofWrites(writes),
    ...ofAgents(agents, evidence),
    ...ofFiles(files, now),
    ...ofWork(work),
    ...ofDrafts(drafts, agents),
  ].toSorted((one, other) => RANK.indexOf(one.tone) - RANK.indexOf(other.tone))
}

const RANK: readonly Tone[] = ['bad', 'unknown', 'busy', 'good']
