import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionQueries } from '../../../queries/collections'
import type { Replacement } from '../../../queries/replacements'
import { Button } from '../../../ui/button'
import { words } from './-replace-words'

const say = words.holders

interface Named {
  readonly id: string
  readonly name?: string
}

/** Where the service does not say which collections hold the old file, a person does (D112). */
export function HoldersChoice({
  job,
  onConfirm,
}: {
  job: Replacement
  onConfirm: (chosen: readonly Named[]) => void
}) {
  const listed = useQuery(collectionQueries.list()).data?.items ?? []
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => new Set(job.holders.map(({ id }) => id)))
  const unlisted = job.holders.filter(({ id }) => !listed.some((each) => each.id === id))
  const all: readonly Named[] = [...unlisted, ...listed]
  const toggle = (id: string) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  return (
    <fieldset className="flex max-w-[44rem] flex-col items-start gap-2">
      <legend className="font-semibold">{say.legend}</legend>
      <p className="text-sm text-ink-muted">{say.text}</p>
      {all.map(({ id, name }) => (
        <label key={id} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 shrink-0 accent-accent"
            checked={ticked.has(id)}
            onChange={() => toggle(id)}
          />
          <span className="wrap-anywhere">{name || id}</span>
        </label>
      ))}
      <Button
        variant="primary"
        onClick={() =>
          onConfirm(all.filter(({ id }) => ticked.has(id)).map(({ id, name }) => ({ id, name })))
        }
      >
        {say.confirm(ticked.size)}
      </Button>
    </fieldset>
  )
}
