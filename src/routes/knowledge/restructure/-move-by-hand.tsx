import { useId, useState } from 'react'
import type { Moved, Restructure } from '../../../queries/restructures'
import { Button } from '../../../ui/button'
import { IdText } from '../../../ui/id-text'
import { Section } from '../../../ui/page'
import { words } from './-restructure-words'

const say = words.move

/** What a person has to do in the service where the console cannot, and where they note that it is done. */
export function MoveByHand({
  job,
  version,
  onMoved,
}: {
  job: Restructure
  version: Moved
  onMoved: (newVersionId: string | undefined) => Promise<void>
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [pending, setPending] = useState(false)
  const note = () => {
    if (pending) return
    setPending(true)
    void onMoved(typed.trim() || undefined).finally(() => setPending(false))
  }
  return (
    <Section title={say.title(version.agentName)} hint={version.byHand}>
      <ol className="flex list-decimal flex-col gap-2 pl-5">
        <li>
          {say.first} <IdText id={version.versionId} name="version id" whole />
        </li>
        <li>
          {say.replace} <IdText id={job.fresh.id ?? ''} name="new collection id" whole />{' '}
          {job.old ? (
            <>
              {say.inPlaceOf} <IdText id={job.old.id} name="old collection id" whole />
            </>
          ) : (
            say.beside
          )}
        </li>
        <li>{say.last}</li>
      </ol>
      <form
        className="flex max-w-[44rem] flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          note()
        }}
      >
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="font-semibold">
            {say.newVersion}
          </label>
          <input
            id={id}
            className="control font-mono"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            aria-describedby={`${id}h`}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p id={`${id}h`} className="text-sm text-ink-muted">
            {say.newVersionHint}
          </p>
        </div>
        <div className="flex">
          <Button type="submit" variant="primary" pending={pending}>
            {say.note}
          </Button>
        </div>
      </form>
    </Section>
  )
}
