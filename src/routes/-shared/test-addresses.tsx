import { useQuery } from '@tanstack/react-query'
import { infoQueries } from '../../queries/info'
import { Button } from '../../ui/button'

interface TestAddress {
  readonly address: string
  readonly name: string
  readonly happens: string
}

/** Addresses that always do the same on the local service, so that every outcome can be seen before anybody is reached. */
export function TestAddresses({
  title,
  noun,
  addresses,
  onUse,
}: {
  title: string
  /** Such as "number". */
  noun: string
  addresses: readonly TestAddress[]
  onUse: (address: string) => void
}) {
  const { data: connection } = useQuery(infoQueries.connection())
  if (connection?.service !== 'local') return null
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 text-sm">{title}</summary>
      <ul className="divide-y divide-line border-t border-line">
        {addresses.map(({ address, name, happens }) => (
          <li key={address} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap gap-x-2">
                <span className="font-mono wrap-anywhere">{address}</span>
                <span className="font-semibold">{name}</span>
              </p>
              <p className="text-sm text-ink-muted">{happens}</p>
            </div>
            <Button size="sm" aria-label={`Use the ${noun}: ${name}`} onClick={() => onUse(address)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
