import { Download } from 'lucide-react'
import { useMemo } from 'react'
import type { StoredAgent } from '../../queries/agents'
import { agentOf, type CallRow, otherParty } from '../../queries/merge-calls'
import { Button } from '../../ui/button'
import { countOf, formatCount } from '../../ui/numbers'
import { Facts } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { SidePanel } from '../../ui/side-panel'
import { formatDuration } from '../../ui/time-words'
import { saveCsv } from '../-shared/save-csv'
import { type CallTotals, CSV_COLUMNS, csvRow, totalsOf } from './-totals'

/** Totals of the calls that the list shows, and these calls as a file. `more`: the service has more than are loaded. */
export function TotalsPanel({
  rows,
  agents,
  more,
  onClose,
}: {
  rows: readonly CallRow[]
  agents: readonly StoredAgent[]
  more: boolean
  onClose: () => void
}) {
  const nameOf = useMemo(() => {
    const names = new Map<string, string>()
    for (const { record } of rows)
      if (record?.agentId && record.agentName) names.set(record.agentId, record.agentName)
    for (const { agentId, name } of agents) names.set(agentId, name)
    return (id: string) => names.get(id) ?? shortenId(id)
  }, [rows, agents])
  const totals = useMemo(() => totalsOf(rows, nameOf), [rows, nameOf])
  const exportRows = () => {
    const lines = rows.map((row) => csvRow(row, otherParty(row), nameOf(agentOf(row) ?? '')))
    saveCsv('calls.csv', [CSV_COLUMNS, ...lines])
  }
  return (
    <SidePanel
      onClose={onClose}
      title={`Totals of ${countOf(rows.length, 'call')}`}
      description={more ? 'Of the calls loaded so far. Load more, or choose a shorter time.' : undefined}
      footer={
        rows.length > 0 && (
          <Button icon={Download} onClick={exportRows}>
            Export as CSV
          </Button>
        )
      }
    >
      {rows.length === 0 && <p>The list shows no call to count.</p>}
      <Facts
        facts={{
          'Talked in all': totals.timed > 0 && formatDuration(totals.seconds * 1000),
          'On average': totals.timed > 0 && formatDuration((totals.seconds / totals.timed) * 1000),
        }}
      />
      {rows.length > 0 && (
        <>
          <Bars title="By result" totals={totals.byResult} />
          <Bars title="By agent" totals={totals.byAgent} />
          <Bars title="By day" totals={totals.byDay} />
        </>
      )}
    </SidePanel>
  )
}

/** A table whose counts are drawn as bars, too. */
function Bars({ title, totals }: { title: string; totals: CallTotals['byDay'] }) {
  const most = Math.max(1, ...totals.map(({ calls }) => calls))
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="pb-1 text-left font-semibold">{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Calls</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ label, calls }) => (
          <tr key={label}>
            <th scope="row" className="w-2/5 truncate py-0.5 pr-2 text-left font-normal" title={label}>
              {label}
            </th>
            <td className="py-0.5">
              <span className="flex items-center gap-2">
                <span aria-hidden className="min-w-0 grow">
                  <span
                    className="block h-3 rounded-sm bg-accent forced-color-adjust-none"
                    style={{ width: `${(calls / most) * 100}%` }}
                  />
                </span>
                <span className="w-12 shrink-0 text-right">{formatCount(calls)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
