import { useQuery } from '@tanstack/react-query'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { infoQueries } from '../../queries/info'
import { Button } from '../../ui/button'

interface TestAddress {
  readonly address: string
  readonly name: string
  readonly happens: string
}

/** Addresses that always do the same on the local service, so that every outcome can be seen before anybody is reached; `name`: the field that takes them. */
export function TestAddresses<Values extends FieldValues>({
  form,
  name: field,
  noun,
  nouns = `${noun}s`,
  addresses,
}: {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  /** Such as "number". */
  noun: string
  nouns?: string
  addresses: readonly TestAddress[]
}) {
  const { data: connection } = useQuery(infoQueries.connection())
  if (connection?.service !== 'local') return null
  const use = (address: string) => {
    form.setValue(field, address as never, { shouldDirty: true, shouldValidate: true })
    form.setFocus(field)
  }
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 text-sm">Test {nouns} of the local service</summary>
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
            <Button size="sm" aria-label={`Use the ${noun}: ${name}`} onClick={() => use(address)}>
              Use
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
