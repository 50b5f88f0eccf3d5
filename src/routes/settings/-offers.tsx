import { useMutation, useQuery } from '@tanstack/react-query'
import type { Operation } from '../../contract/operation'
import { isOffered, type Offers, offerQueries } from '../../queries/extension'
import { askOffers, extensions } from '../../queries/offers'
import { StatusBadge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { countOf } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'

/** What operations are about, by the beginning of their addresses. */
const RESOURCES: readonly (readonly [start: string, name: string])[] = [
  ['/api/v1/agent-calls', 'Calls'],
  ['/api/v1/agents', 'Agents and versions'],
  ['/api/v1/threads', 'Threads'],
  ['/api/v1/chat', 'Threads'],
  ['/api/v1/email', 'Threads'],
  ['/api/v1/tools', 'Tools'],
  ['/api/v1/knowledge-base', 'Knowledge'],
  ['/api/v1/testing-lab', 'Testing lab'],
  ['/api/v1/organization', 'Organization'],
]

const resourceOf = ({ path }: Operation) =>
  RESOURCES.find(([start]) => path.startsWith(start))?.[1] ?? 'Other'

const byResource = [...new Set(extensions.map(resourceOf))].map(
  (resource) => [resource, extensions.filter((each) => resourceOf(each) === resource)] as const,
)

/** What the connected service offers beyond the document, as far as this tab asked it. */
export function OffersSection() {
  const { data: offers } = useQuery(offerQueries.all())
  const again = useMutation({ mutationFn: (_: undefined, { client }) => askOffers(client) })
  if (!offers) return null
  const isLocal = offers.service === 'local'
  const countOfAnswer = (answer: boolean | undefined) =>
    extensions.filter((each) => isOffered(offers, each) === answer).length
  const [missing, unasked] = [countOfAnswer(false), countOfAnswer(undefined)]
  return (
    <Section
      title="What this service offers"
      hint={
        isLocal
          ? 'The local service offers everything.'
          : 'Beyond the documented operations. Each is asked once, when a screen first needs it; changes are never tried out.'
      }
      action={
        !isLocal && (
          <Button size="sm" pending={again.isPending} onClick={() => again.mutate(undefined)}>
            Ask again
          </Button>
        )
      }
    >
      <details open={missing > 0}>
        <summary className="text-sm">
          {[
            missing > 0
              ? `${missing} of ${countOf(extensions.length, 'operation')} not offered`
              : countOf(extensions.length, 'operation'),
            ...(unasked > 0 ? [`${unasked} not asked yet`] : []),
          ].join(', ')}
        </summary>
        <table className="w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th>Operation</th>
              <th>Offered</th>
              <th>Asked</th>
            </tr>
          </thead>
          {byResource.map(([resource, members]) => (
            <tbody key={resource}>
              <tr>
                <th scope="rowgroup" colSpan={3} className="pt-3 pb-1 text-left font-semibold">
                  {resource}
                </th>
              </tr>
              {members.map((operation) => (
                <Offer key={operation.name} operation={operation} offers={offers} />
              ))}
            </tbody>
          ))}
        </table>
      </details>
    </Section>
  )
}

function Offer({ operation, offers }: { operation: Operation; offers: Offers }) {
  const { name, to, method, path } = operation
  const said = offers.answered[name]
  const offered = isOffered(offers, operation)
  return (
    <tr className="border-t border-line">
      <th scope="row" title={`${method} ${path}`} className="py-1 pr-3 text-left font-normal">
        {to.charAt(0).toUpperCase() + to.slice(1)}
      </th>
      <td className="w-32 py-1 pr-3 whitespace-nowrap max-sm:w-px">
        <StatusBadge tone={offered ? 'good' : 'unknown'}>
          {offered ? 'Offered' : offered === false ? 'Not offered' : 'Not asked yet'}
        </StatusBadge>
      </td>
      <td className="w-40 py-1 whitespace-nowrap text-ink-muted max-sm:w-px">
        {said?.offered !== undefined && (
          <>
            {said.status !== undefined && `${said.status}, `}
            <TimeText time={said.at} />
          </>
        )}
      </td>
    </tr>
  )
}
