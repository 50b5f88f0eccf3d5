import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import type { Run } from '../../contract/run'
import type { ListedAgent } from '../../queries/agents'
import type { CallRow } from '../../queries/merge-calls'
import { countOf, formatCount } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { Columns, Shares } from '../../ui/trend'
import { callShares, callsByDay, fileShares, isDoubt, passRates } from './figures'

/** Counts with small trends, each of what could be read. `isCut`: the service has more files; `more`: there are further calls than those; `unread`: so they are not all; `isSaid`: why stands above. */
export function FigureList({
  files,
  isCut,
  agents,
  calls,
  more,
  unread,
  isSaid,
  runs,
  now,
}: {
  files: readonly KnowledgeFile[] | undefined
  isCut: boolean
  agents: readonly ListedAgent[] | undefined
  calls: readonly CallRow[] | undefined
  more: boolean
  unread: boolean
  isSaid: boolean
  /** `null`: the service lists none; absent: they could not be read. */
  runs: { readonly items: readonly Run[] } | null | undefined
  now: number
}) {
  const rates = passRates(runs?.items ?? [])
  const last = rates.at(-1)
  const sure = calls?.filter((call) => !isDoubt(call))
  const noneKnown = unread && sure?.length === 0
  if (!files && !agents && !calls && !last) return null
  const rest = agents?.filter(({ deployedVersionId }) => deployedVersionId === undefined) ?? []
  const remark = !isSaid && <Remark>The list could not be loaded.</Remark>
  const unknown = rest.filter(({ versionCount }) => versionCount === undefined).length
  return (
    <Section title="In figures">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-3">
        {files && (
          <Figure
            title="Files"
            to={{ to: '/knowledge/files' }}
            value={`${formatCount(files.length)}${isCut ? ' or more' : ''}`}
          >
            <Shares label="Files by state" parts={fileShares(files)} />
          </Figure>
        )}
        {agents && (
          <Figure title="Agents" to={{ to: '/agents' }} value={formatCount(agents.length)}>
            <Shares
              label="Agents by state"
              parts={[
                { label: 'deployed', count: agents.length - rest.length, tone: 'good' },
                { label: 'not deployed', count: rest.length - unknown, tone: 'unknown' },
                { label: 'not known to be deployed', count: unknown, tone: 'unknown' },
              ]}
            />
          </Figure>
        )}
        {sure && (
          <Figure
            title="Calls"
            to={{ to: '/calls' }}
            value={
              noneKnown ? '–' : `${formatCount(sure.length)}${unread ? ' known' : more ? ' and more' : ''}`
            }
          >
            {!noneKnown && (
              <>
                <Columns label="Calls a day, of the last 14 days" values={callsByDay(sure, now)} />
                <Remark>Last 14 days</Remark>
                <Shares label="Calls by result" parts={callShares(sure)} />
              </>
            )}
            {calls && calls.length > sure.length && (
              <Remark>{`${calls.length - sure.length} may have been placed`}</Remark>
            )}
            {unread && remark}
          </Figure>
        )}
        {(last || runs === undefined) && (
          <Figure
            title="Tests"
            to={{ to: '/testing-lab', search: { tab: 'runs' } }}
            value={runs ? countOf(runs.items.length, 'run') : '–'}
          >
            {last ? (
              <>
                <Columns label={`Passed of the last ${rates.length} runs`} values={rates} most={1} />
                <Remark>{`${rates.length > 1 ? `Last ${rates.length} runs. ` : ''}Newest: ${last.label}`}</Remark>
              </>
            ) : (
              remark
            )}
          </Figure>
        )}
      </ul>
    </Section>
  )
}

const Remark = ({ children }: { children: string }) => (
  <p className="text-sm text-ink-muted wrap-anywhere">{children}</p>
)

function Figure({
  title,
  to,
  value,
  children,
}: {
  title: string
  to: LinkProps
  value: string
  children: ReactNode
}) {
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface-raised p-3">
      <div className="flex items-baseline justify-between gap-2">
        <h3>
          <Link {...to} className="text-accent underline underline-offset-2">
            {title}
          </Link>
        </h3>
        <p className="text-title font-semibold">{value}</p>
      </div>
      <div className="mt-auto flex flex-col gap-2">{children}</div>
    </li>
  )
}
