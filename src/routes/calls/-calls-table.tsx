import type { StoredAgent } from '../../queries/agents'
import { endOf } from '../../queries/describe-error'
import { agentOf, type CallRow, otherParty } from '../../queries/merge-calls'
import { shortenId } from '../../ui/short-id'
import type { Column } from '../../ui/table-columns'
import { CALL_COLUMNS } from '../-shared/call-columns'
import { CALL_REASONS, CALL_STATES, reasonWords } from '../-shared/call-state'
import { NEWEST_FIRST, timeColumn } from '../-shared/columns'
import type { List } from '../-shared/list-table'
import { OUTCOMES } from '../-shared/outcome-badge'

const DAY_MS = 86_400_000

/** Spans of time that end now, with their days. */
const SPANS = [
  { value: 'day', label: 'Last 24 hours', days: 1 },
  { value: 'week', label: 'Last 7 days', days: 7 },
  { value: 'month', label: 'Last 30 days', days: 30 },
]

/** ISO time at which a span began, to the hour. */
export function spanStart(span: string | undefined, now = Date.now()): string | undefined {
  const days = SPANS.find(({ value }) => value === span)?.days
  const hour = DAY_MS / 24
  return days === undefined
    ? undefined
    : new Date(Math.floor(now / hour) * hour - days * DAY_MS).toISOString()
}

const wordIn = (text: string | undefined) => (text && /^[A-Z]+(?:_[A-Z]+)*$/.test(text) ? text : undefined)

/** What the service is asked for by the filters of the address; what no service can mean is not asked for. */
export const callFilter = (search: { status?: string; reason?: string; of?: string; since?: string }) => ({
  status: wordIn(search.status),
  callEndedReason: wordIn(search.reason),
  agentId: search.of,
  createdAfter: spanStart(search.since),
})

/**
 * The calls of the service and of this browser. Agents and batches are named where they are stored here.
 *
 * - `batchNames`: by id; `listed`: the service lists its calls, so that they can be narrowed by what it reports; `summary`: the column of what calls were about, or none
 */
export function callList(
  agents: readonly StoredAgent[],
  batchNames: ReadonlyMap<string, string> | undefined,
  listed: boolean,
  summary: readonly Column<CallRow>[],
): List<CallRow> {
  const names = new Map(agents.map(({ agentId, name }) => [agentId, name]))
  const nameOf = (id: string) => names.get(id) ?? shortenId(id)
  return {
    name: 'Calls',
    noun: ['call', 'calls'],
    keyOf: ({ id }) => id,
    labelOf: (row) => otherParty(row) ?? row.id,
    textsOf: (row) => {
      const { launch, record } = row
      return [
        otherParty(row),
        launch?.request?.leadId ?? record?.leadId,
        launch?.request?.firstName ?? record?.firstName,
        record?.lastName,
        launch?.request?.versionId ?? record?.agentVersionId,
        agentOf(row),
        names.get(agentOf(row) ?? ''),
        launch?.result?.id ?? record?.id,
        record?.status ?? launch?.result?.status,
        record?.summary,
        record?.transcript,
      ]
    },
    // People search for phone numbers, so no search stands in the address (D79).
    mayShare: () => false,
    recorded: true,
    empty: {
      title: 'No calls yet',
      text: 'A call needs a deployed version of an agent, the id of an outbound phone number, and a number to call.',
    },
    filters: [
      ...(listed ? ofService : []),
      {
        param: 'of',
        label: 'Agent',
        all: 'All agents',
        look: 'choice',
        of: agentOf,
        choices: agents.map(({ agentId, name }) => ({ value: agentId, label: name })),
        nameOf,
      },
      {
        param: 'state',
        label: 'Outcome',
        all: 'Any outcome',
        look: 'choice',
        of: ({ launch }) => launch && endOf(launch),
        nameOf: (state) => OUTCOMES.find(({ value }) => value === state)?.label ?? state,
      },
      {
        param: 'batch',
        label: 'Batch',
        all: 'All batches',
        look: 'choice',
        of: ({ launch }) => launch?.batch?.id,
        nameOf: (id) => batchNames?.get(id) ?? shortenId(id),
      },
    ],
    defaultSort: NEWEST_FIRST,
    columns: [
      ...CALL_COLUMNS,
      {
        id: 'agent',
        header: 'Agent',
        late: true,
        cell: (row) => {
          const id = agentOf(row)
          return id && (names.get(id) ?? row.record?.agentName ?? <code title={id}>{shortenId(id)}</code>)
        },
        sortValue: (row) => names.get(agentOf(row) ?? '') ?? row.record?.agentName,
      },
      { ...timeColumn(({ time }: CallRow) => time), width: 104 },
      ...summary,
    ],
  }
}

/** The filters that the service applies too, so that they narrow what is not loaded yet. */
const ofService: NonNullable<List<CallRow>['filters']> = [
  {
    param: 'status',
    label: 'State',
    all: 'All states',
    look: 'choice',
    of: ({ record }) => record?.status,
    choices: CALL_STATES,
  },
  {
    param: 'reason',
    label: 'Ended',
    all: 'Any reason',
    look: 'choice',
    of: ({ record }) => record?.callEndedReason,
    choices: CALL_REASONS,
    nameOf: reasonWords,
  },
  {
    param: 'since',
    label: 'Time',
    all: 'Any time',
    look: 'choice',
    of: ({ time = '' }) => {
      const age = Date.now() - Date.parse(time)
      return SPANS.filter(({ days }) => age <= days * DAY_MS).map(({ value }) => value)
    },
    choices: SPANS,
  },
]
