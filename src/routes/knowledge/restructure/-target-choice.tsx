import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { collectionQueries } from '../../../queries/collections'
import type { Restructure } from '../../../queries/restructures'
import { Button } from '../../../ui/button'
import { Section } from '../../../ui/page'
import { words } from './-restructure-words'

const say = words.target

/** Where the creation's end is in doubt and the list does not settle it, a person says which collection it made, if any. */
export function TargetChoice({
  job,
  onChosen,
}: {
  job: Restructure
  onChosen: (collectionId: string | undefined) => void
}) {
  const id = useId()
  const listed = useQuery(collectionQueries.list()).data?.items ?? []
  const [chosen, setChosen] = useState('')
  // What was there before is not it; the wanted name comes first.
  const isNamed = (name: string | undefined) => name?.trim() === job.fresh.name
  const choices = listed
    .filter((each) => !job.before?.includes(each.id))
    .toSorted((one, other) => Number(isNamed(other.name)) - Number(isNamed(one.name)))
  return (
    <Section title={say.title} hint={say.text}>
      <div className="flex max-w-[44rem] flex-col gap-1">
        <label htmlFor={id} className="font-semibold">
          {say.label}
        </label>
        <select id={id} className="control" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">{say.choose}</option>
          {choices.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name?.trim() ? `${each.name} (${each.id})` : each.id}
            </option>
          ))}
        </select>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-disabled={chosen === '' || undefined}
          onClick={() => chosen !== '' && onChosen(chosen)}
        >
          {say.use}
        </Button>
        <Button onClick={() => onChosen(undefined)}>{say.none}</Button>
      </div>
    </Section>
  )
}
