import type { StoredAgent } from '../../queries/agents'
import { type KnownRun, verdictOfCounts, versionOfRun } from '../../queries/lab-runs'
import { type KnownScenario, nameOfScenario } from '../../queries/lab-scenarios'
import { shortenId } from '../../ui/short-id'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import { RunBadge, VerdictBadge } from './-lab-badges'
import { agentOfRun, nameOfRun } from './-lab-data'
import { words } from './-lab-words'
import { numbersOf, passRate } from './-run-numbers'

const none = <span className="text-ink-muted">–</span>

/** What a version is called on these screens: its label, else the number that the service gave it, else its id. */
export function versionText(run: KnownRun, agent: StoredAgent | undefined): string | undefined {
  const versionId = versionOfRun(run)
  if (versionId === undefined) return undefined
  const label = agent?.versions.find((each) => each.versionId === versionId)?.label
  const number = run.run?.versionNumber
  return label ?? (number === undefined ? shortenId(versionId) : `no. ${number}`)
}

/** Columns of the scenarios; `agents` names those that they are for, which `ofOne` does without. */
export const scenarioColumns = (
  agents: readonly StoredAgent[],
  ofOne: boolean,
): readonly Column<KnownScenario>[] => {
  const agentOf = ({ labAgentId }: KnownScenario) =>
    agents.find(({ testingLabId }) => testingLabId !== undefined && testingLabId === labAgentId)?.name ??
    (labAgentId === undefined ? undefined : String(labAgentId))
  const columns: readonly Column<KnownScenario>[] = [
    {
      id: 'name',
      header: words.scenarioColumns.name,
      cell: (scenario) => <span title={nameOfScenario(scenario)}>{nameOfScenario(scenario)}</span>,
      sortValue: nameOfScenario,
      opens: true,
    },
    {
      id: 'id',
      header: words.scenarioColumns.id,
      width: 84,
      align: 'end',
      cell: ({ key }) => <code>{key}</code>,
      sortValue: ({ id }) => id,
      sortFirst: 'desc',
    },
    {
      id: 'tags',
      header: words.scenarioColumns.tags,
      width: 200,
      cell: ({ tags }) => (tags.length > 0 ? <span title={tags.join(', ')}>{tags.join(', ')}</span> : none),
    },
    {
      id: 'agent',
      header: words.scenarioColumns.agent,
      width: 160,
      narrow: 'hide',
      cell: (scenario) => agentOf(scenario) ?? none,
      sortValue: agentOf,
    },
    {
      id: 'expected',
      header: words.scenarioColumns.expected,
      narrow: 'hide',
      cell: ({ told }) =>
        told?.expectedOutcome ? <span title={told.expectedOutcome}>{told.expectedOutcome}</span> : none,
    },
  ]
  return ofOne ? columns.filter(({ id }) => id !== 'agent') : columns
}

/** Columns of the runs. */
export const runColumns = (agents: readonly StoredAgent[]): readonly Column<KnownRun>[] => [
  {
    id: 'name',
    header: words.runColumns.name,
    cell: (run) => nameOfRun(run) ?? words.unnamedRun(run.key),
    sortValue: (run) => nameOfRun(run) ?? words.unnamedRun(run.key),
    opens: true,
  },
  {
    id: 'id',
    header: words.runColumns.id,
    width: 84,
    align: 'end',
    narrow: 'hide',
    cell: ({ id }) => (id === undefined ? none : <code>{id}</code>),
    sortValue: ({ id }) => id,
    sortFirst: 'desc',
  },
  {
    id: 'state',
    header: words.runColumns.state,
    width: 150,
    narrow: 'keep',
    cell: (run) => <RunBadge run={run} />,
    sortValue: ({ run, sent }) => run?.status ?? sent?.state,
  },
  {
    id: 'verdict',
    header: words.runColumns.verdict,
    width: 110,
    narrow: 'hide',
    cell: (run) => {
      const numbers = numbersOf(run)
      return passRate(numbers) === undefined ? none : <VerdictBadge verdict={verdictOfCounts(numbers)} />
    },
  },
  {
    id: 'rate',
    header: words.runColumns.rate,
    width: 110,
    align: 'end',
    cell: (run) => {
      const numbers = numbersOf(run)
      return passRate(numbers) === undefined ? none : words.rate(numbers.passed ?? 0, numbers.total ?? 0)
    },
    sortValue: (run) => passRate(numbersOf(run)),
    sortFirst: 'desc',
  },
  {
    id: 'version',
    header: words.runColumns.version,
    width: 180,
    narrow: 'hide',
    cell: (run) => {
      const agent = agentOfRun(run, agents)
      return [agent?.name, versionText(run, agent)].filter(Boolean).join(', ') || none
    },
  },
  {
    id: 'at',
    header: words.runColumns.at,
    width: 120,
    cell: ({ at }) => (at ? <TimeText time={at} /> : none),
    sortValue: ({ at }) => at,
    sortFirst: 'desc',
  },
]
