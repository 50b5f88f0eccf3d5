import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { KnowledgeNow } from '../../queries/membership'
import { buttonClass } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { countOf, formatCount } from '../../ui/numbers'
import { CollectionSelect } from './-collection-select'
import { filesAre, firstNames, nameOf } from './-file-status'
import { changeOf } from './-plan-done'
import { PlanQuestion, useKnowledgeNow } from './-plan-question'

/** Asks for the collection. Only what agents can answer from is added, as wherever files are chosen. */
export function ChangeMembership({
  kind,
  files: wanted,
  onClose,
  onDone,
}: {
  kind: 'add' | 'remove'
  files: readonly KnowledgeFile[]
  onClose: () => void
  onDone: () => void
}) {
  const { now, unread } = useKnowledgeNow()
  const [collectionId, setCollectionId] = useState('')
  const isAdd = kind === 'add'
  const files = isAdd ? wanted.filter(({ status }) => progressOf(status) === 'ready') : wanted
  const left = isAdd ? wanted.filter((file) => !files.includes(file)) : []
  const failed = left.filter(({ status }) => progressOf(status) === 'failed')
  const waiting = left.filter((file) => !failed.includes(file))
  const choices = now ? choicesOf(kind, files, now) : []
  const choice = choices.find((each) => each.id === collectionId)
  const concerned = choice?.concerned ?? []
  const inside = files.length - concerned.length
  const [verb, whither, running] = isAdd ? ['Add', 'to', 'Adding to'] : ['Remove', 'from', 'Removing from']

  return (
    <PlanQuestion
      title={`${verb} ${countOf(files.length || left.length, 'file')} ${whither} a collection`}
      action={
        files.length === 0
          ? 'Add files'
          : `${verb} ${countOf(choice ? concerned.length : files.length, 'file')}`
      }
      running={`${running} ${choice?.name ?? collectionId}`}
      wanted={choice && concerned.length > 0 ? changeOf(kind, concerned, choice) : undefined}
      onClose={onClose}
      onDone={onDone}
    >
      {failed.length > 0 && (
        <Notice
          tone="warn"
          title={`${countOf(failed.length, 'file')} could not be read, so not added: ${firstNames(failed.map(nameOf))}.`}
        />
      )}
      {waiting.length > 0 && (
        <Notice
          tone="warn"
          title={`${filesAre(waiting.length)} not INGESTED yet, so not added: ${firstNames(waiting.map(nameOf))}.`}
        />
      )}
      {files.length > 0 && <p className="wrap-anywhere">{firstNames(files.map(nameOf))}</p>}
      {files.length > 0 &&
        (unread ??
          (choices.length === 0 ? (
            <p>
              {isAdd ? 'There is no collection yet. ' : 'No collection contains any of these files.'}
              {isAdd && (
                <Link to="/knowledge/collections" search={{ new: true }} className={buttonClass('link')}>
                  Create one
                </Link>
              )}
            </p>
          ) : (
            <>
              <CollectionSelect
                label="Collection"
                none="Choose a collection"
                choices={choices}
                value={collectionId}
                onChange={setCollectionId}
              />
              {choice && isAdd && inside > 0 && (
                <p>{`${countOf(inside, 'file')} of these ${inside === 1 ? 'is' : 'are'} in it already.`}</p>
              )}
              {choice && !isAdd && (
                <p>
                  {!choice.isReported
                    ? 'The service does not report the files of this collection. Every file is tried; those that are not in it are refused.'
                    : concerned.length === files.length
                      ? 'It contains all of these files.'
                      : `It contains ${formatCount(concerned.length)} of these files; only those are removed.`}{' '}
                  Agents that use the collection no longer answer from them. The files stay, and can be added
                  again.
                </p>
              )}
            </>
          )))}
    </PlanQuestion>
  )
}

/** Collections by name, with the files that the change concerns: those not inside yet, or those inside as far as anybody knows. */
function choicesOf(kind: 'add' | 'remove', files: readonly KnowledgeFile[], now: KnowledgeNow) {
  const held = files.map((file) => ({ file, ...now.holdersOf(file.fileId) }))
  const isReported = held.every(({ source }) => source === 'service')
  const isTwice = (name: string) => now.collections.filter((each) => each.name === name).length > 1
  return now.collections
    .map(({ id, name }) => {
      const concerned = held.filter(
        ({ source, collections }) =>
          source !== 'service' || collections.some((each) => each.id === id) === (kind === 'remove'),
      )
      const shown = name?.trim() ? name : id
      return {
        id,
        name: shown.trim(),
        // Names may repeat (D25); then the id is shown, too.
        label: isTwice(shown) ? `${shown} (${id})` : shown,
        concerned: concerned.map(({ file }) => file),
        isReported,
      }
    })
    .filter(({ concerned }) => kind === 'add' || concerned.length > 0)
    .sort((a, b) => a.label.localeCompare(b.label))
}
