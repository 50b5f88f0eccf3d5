import { TriangleAlert } from 'lucide-react'
import { StatusBadge } from '../../ui/badge'
import { countOf } from '../../ui/numbers'
import { timeColumn } from '../-shared/columns'
import type { List } from '../-shared/list-table'
import { maskedAddress, type ToolCheck, type ToolRow } from './-tool-checks'

/** `counted`: the versions of the service are known as far as they are told. */
export const toolList = (counted: boolean): List<ToolRow> => ({
  name: 'Tools',
  noun: ['tool', 'tools'],
  keyOf: ({ tool }) => tool.id,
  labelOf: ({ tool }) => tool.name ?? tool.id,
  textsOf: ({ tool }) => [tool.name, tool.slug, tool.description, tool.structure?.url, tool.id],
  empty: {
    title: 'No tools',
    text: 'A tool is a live API call. Once there are some, agents can be given them by their slug.',
  },
  columns: [
    {
      id: 'name',
      header: 'Name',
      cell: ({ tool }) => tool.name ?? 'Tool without a name',
      sortValue: ({ tool }) => tool.name,
      opens: true,
    },
    {
      id: 'method',
      header: 'Method',
      width: 92,
      sortValue: ({ tool }) => tool.structure?.method,
      narrow: 'hide',
    },
    {
      id: 'url',
      header: 'URL',
      long: true,
      // What tells one tool from another is the end of its address.
      cell: ({ tool: { structure } }) =>
        structure?.url && (
          <span title={maskedAddress(structure.url)} className="font-mono">
            {maskedAddress(structure.url).replace(/^https:\/\//, '')}
          </span>
        ),
      narrow: 'hide',
    },
    {
      id: 'slug',
      header: 'Slug',
      width: 160,
      cell: ({ tool }) => tool.slug && <code title={tool.slug}>{tool.slug}</code>,
      sortValue: ({ tool }) => tool.slug,
    },
    {
      id: 'checks',
      header: 'Checks',
      width: 140,
      cell: ({ checks }) => <ChecksBadge checks={checks} />,
      sortValue: ({ checks }) => checks.length,
      sortFirst: 'desc',
      narrow: 'keep',
    },
    {
      ...timeColumn(({ tool }) => tool.updatedAt),
      id: 'updated',
      header: 'Updated',
      named: true,
      width: 120,
      narrow: 'hide',
    },
    {
      // Last, because it is counted late, and what follows it in the second line would move.
      id: 'usedBy',
      header: 'Used by',
      named: true,
      width: 106,
      cell: ({ users }) =>
        users.length > 0
          ? countOf(users.length, 'agent')
          : !counted && <span className="text-ink-muted">Not counted</span>,
      sortValue: ({ users }) => users.length,
      sortFirst: 'desc',
      narrow: 'hide',
    },
  ],
})

/** How many findings there are, as bad as the worst. Notes alone are no finding. */
function ChecksBadge({ checks }: { checks: readonly ToolCheck[] }) {
  const found = checks.filter(({ severity }) => severity !== 'note')
  if (found.length === 0) return <StatusBadge tone="good">No findings</StatusBadge>
  const tone = found.some(({ severity }) => severity === 'error') ? 'bad' : 'busy'
  return (
    <StatusBadge
      tone={tone}
      icon={tone === 'busy' ? TriangleAlert : undefined}
      title={found.map(({ message }) => message).join('\n')}
    >
      {countOf(found.length, 'finding')}
    </StatusBadge>
  )
}
