import { type ComponentProps, useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { Checkbox } from '../../ui/checkbox'
import { countOf, formatCount, isolated } from '../../ui/numbers'
import { ChangeMembership } from './-change-membership'
import { filesAre, firstNames, nameOf } from './-file-status'
import { deletionOf } from './-plan-done'
import { PlanQuestion, useKnowledgeNow } from './-plan-question'

/** So many plans are shown; the steps are all shown once they are carried out. */
const SHOWN_MAX = 50

const names = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Asks before many files are put into a collection, taken out of one, or deleted. */
export function BulkDialog({
  kind,
  ...asked
}: { kind: 'add' | 'remove' | 'delete' } & ComponentProps<typeof DeleteFiles>) {
  return kind === 'delete' ? <DeleteFiles {...asked} /> : <ChangeMembership kind={kind} {...asked} />
}

/**
 * Deletes several files. Which collections hold them is read when this opens and again at each deletion. Held ones are not deleted, unless the
 * person has their plan carried out (§4 rule 3); where nobody knows, a word has to be typed (D76).
 */
function DeleteFiles({
  files,
  onClose,
  onDone,
}: {
  files: readonly KnowledgeFile[]
  onClose: () => void
  onDone: () => void
}) {
  const { now, unread } = useKnowledgeNow()
  const [withHeld, setWithHeld] = useState(false)

  const all = now ? files.map((file) => ({ file, ...now.holdersOf(file.fileId) })) : []
  const held = all.filter(({ collections }) => collections.length > 0)
  const free = all.filter(({ collections }) => collections.length === 0)
  const unknown = free.filter(({ source }) => source !== 'service')
  // Known only from this browser, a plan may leave a collection out; the word covers that as well.
  const mustType = unknown.length > 0 || (withHeld && held.some(({ source }) => source !== 'service'))
  const chosen = withHeld ? all : free
  // The name of a collection, which may be long, is said once.
  const byPlace = new Map<string, typeof held>()
  for (const each of held.slice(0, SHOWN_MAX)) {
    const place = names.format(each.collections.map(({ id, name }) => isolated(name?.trim() || id)))
    byPlace.set(place, [...(byPlace.get(place) ?? []), each])
  }
  const counted = free.length - unknown.length
  const these = files.length === 1 ? 'this file' : 'these files'

  return (
    <PlanQuestion
      title={
        chosen.length > 0 && chosen.length < files.length
          ? `Delete ${formatCount(chosen.length)} of ${countOf(files.length, 'file')}?`
          : `Delete ${countOf(files.length, 'file')}?`
      }
      size="lg"
      variant="danger"
      // Where all are held, it waits for the box.
      action={`Delete ${countOf(chosen.length || files.length, 'file')}`}
      locked={now && 'Tick the box first: collections hold all of them.'}
      typeToConfirm={mustType ? 'delete' : undefined}
      running="Deleting files"
      wanted={
        chosen.length > 0 && now
          ? deletionOf(
              chosen.map(({ file }) => file),
              now,
            )
          : undefined
      }
      onClose={onClose}
      onDone={onDone}
    >
      {unread ?? (
        <>
          <p>
            {counted === files.length
              ? `No agent answers from ${these}: ${files.length === 1 ? 'it is' : 'they are'} in no collection. `
              : `Agents can no longer answer from ${these}. `}
            This cannot be undone.
          </p>
          {free.length > 0 && (
            <p className="wrap-anywhere">{firstNames(free.map(({ file }) => nameOf(file)))}</p>
          )}
          {counted > 0 && counted < files.length && <p>{`${filesAre(counted)} in no collection.`}</p>}
          {unknown.length > 0 && (
            <p className="text-busy">
              {`Of ${countOf(unknown.length, 'file')} it is not known whether a collection holds them. Agents that use such a collection lose them.`}
            </p>
          )}
          {held.length > 0 && (
            <div className="flex flex-col gap-2">
              <p>
                {held.length === 1
                  ? '1 file is held by collections and stays, unless its plan is carried out:'
                  : `${formatCount(held.length)} files are held by collections and stay, unless their plan is carried out:`}
              </p>
              <ul
                // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
                tabIndex={0}
                className="flex max-h-[30dvh] flex-col gap-2 overflow-y-auto"
              >
                {[...byPlace].map(([place, files]) => (
                  <li key={place} className="wrap-anywhere">
                    {`Remove from ${place}, then delete:`}
                    <ul className="list-disc pl-5">
                      {files.map(({ file }) => (
                        <li key={file.fileId}>{nameOf(file)}</li>
                      ))}
                    </ul>
                  </li>
                ))}
                {held.length > SHOWN_MAX && <li>{`${formatCount(held.length - SHOWN_MAX)} more`}</li>}
              </ul>
              <Checkbox
                label={
                  held.length === 1
                    ? 'Also remove this file from its collections and delete it'
                    : `Also remove these ${formatCount(held.length)} files from their collections and delete them`
                }
                checked={withHeld}
                onChange={setWithHeld}
              />
            </div>
          )}
        </>
      )}
    </PlanQuestion>
  )
}
