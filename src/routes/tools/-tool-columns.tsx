import { TriangleAlert } from 'lucide-react'
import type { Tool } from '../../contract/tools'
import { StatusBadge } from '../../ui/badge'
import type { Column } from '../../ui/table-columns'
import { TimeText } from '../../ui/time-text'
import type { ToolCheck } from './-tool-checks'
import type { ToolUser } from './-tool-users'
import { words } from './-tool-words'

/** A tool as the table shows it, with what this browser can say of it. */
export interface ToolRow {
  readonly tool: Tool
  readonly checks: readonly ToolCheck[]
  readonly users: readonly ToolUser[]
}

const none = <span className="text-ink-muted">–</span>

export const toolColumns: readonly Column<ToolRow>[] = [
  {
    id: 'name',
    header: words.columns.name,
    cell: ({ tool }) => tool.name ?? words.panel.unnamed,
    sortValue: ({ tool }) => tool.name,
    opens: true,
  },
  {
    id: 'method',
    header: words.columns.method,
    width: 108,
    cell: ({ tool }) => tool.structure?.method ?? none,
    sortValue: ({ tool }) => tool.structure?.method,
    narrow: 'hide',
  },
  {
    id: 'url',
    header: words.columns.url,
    cell: ({ tool }) => <span className="font-mono">{tool.structure?.url ?? '–'}</span>,
    narrow: 'hide',
  },
  {
    id: 'slug',
    header: words.columns.slug,
    width: 160,
    cell: ({ tool }) => (tool.slug ? <code title={tool.slug}>{tool.slug}</code> : none),
    sortValue: ({ tool }) => tool.slug,
  },
  {
    id: 'checks',
    header: words.columns.checks,
    width: 140,
    cell: ({ checks }) => <ChecksBadge checks={checks} />,
    sortValue: ({ checks }) => checks.length,
    sortFirst: 'desc',
    narrow: 'keep',
  },
  {
    id: 'usedBy',
    header: words.columns.usedBy,
    width: 106,
    cell: ({ users }) => (users.length > 0 ? words.agents(users.length) : none),
    sortValue: ({ users }) => users.length,
    sortFirst: 'desc',
    narrow: 'hide',
  },
  {
    id: 'updated',
    header: words.columns.updated,
    width: 120,
    cell: ({ tool }) => (tool.updatedAt ? <TimeText time={tool.updatedAt} /> : none),
    sortValue: ({ tool }) => tool.updatedAt,
    sortFirst: 'desc',
    narrow: 'hide',
  },
]

/** How many findings there are, as bad as the worst. Notes alone are no finding. */
function ChecksBadge({ checks }: { checks: readonly ToolCheck[] }) {
  const found = checks.filter(({ severity }) => severity !== 'note')
  if (found.length === 0) return <StatusBadge tone="good">{words.clean}</StatusBadge>
  const tone = found.some(({ severity }) => severity === 'error') ? 'bad' : 'busy'
  return (
    <StatusBadge
      tone={tone}
      icon={tone === 'busy' ? TriangleAlert : undefined}
      title={found.map(({ message }) => message).join('\n')}
    >
      {words.findings(found.length)}
    </StatusBadge>
  )
}
