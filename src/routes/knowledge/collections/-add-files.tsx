import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Collection } from '../../../contract/collections'
import { type KnowledgeFile, progressOf } from '../../../contract/files'
import { collectionMutations } from '../../../queries/collections'
import { describeError } from '../../../queries/describe-error'
import { FilePlan, removeStep } from '../../../queries/file-plans'
import { fileQueries } from '../../../queries/files'
import { Button, buttonClass } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { Notice } from '../../../ui/notice'
import { countOf } from '../../../ui/numbers'
import { matchesSearch, SearchBox } from '../../../ui/search-box'
import { toast } from '../../../ui/toast-store'
import { ErrorNotice } from '../../-shared/error-notice'
import { FailedState } from '../../-shared/failure'
import { nameOf as fileNameOf } from '../-file-status'
import { aboutOf, carryOutUndo } from '../-plan-done'
import { type Chosen, FileChoice } from './-file-choice'
import { nameOf } from './-members'

/** Chooses files that the collection does not hold, and adds them one by one: what is done stays, what fails is named. */
export function AddFiles({
  collection,
  held,
  onClose,
}: {
  collection: Collection
  held: readonly KnowledgeFile[]
  onClose: () => void
}) {
  const client = useQueryClient()
  const list = useQuery(fileQueries.list())
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [asked, setAsked] = useState<readonly KnowledgeFile[]>([])
  const add = useMutation({
    ...collectionMutations.addFiles(),
    onSuccess: ({ added, failed }) => {
      const refused = new Set(failed.map(({ fileId }) => fileId))
      setChosen((now) => new Map([...now].filter(([fileId]) => refused.has(fileId))))
      if (added.length > 0)
        toast({
          title: `${filesWere(added.length)} added to ${nameOf(collection)}`,
          action: { label: 'Undo', onSelect: () => void carryOutUndo(removalOf(added)) },
        })
      if (failed.length === 0) onClose()
    },
  })

  const files = list.data?.items ?? []
  const removalOf = (added: readonly string[]) => {
    const these = files.filter(({ fileId }) => added.includes(fileId))
    const steps = added.map((fileId) => removeStep(fileId, collection.id))
    return new FilePlan(client, { about: aboutOf('remove', these, [collection]), steps })
  }
  const inside = new Set(held.map(({ fileId }) => fileId))
  const free = new Map(files.filter(({ fileId }) => !inside.has(fileId)).map((file) => [file.fileId, file]))
  const matching = [...free.values()].filter(({ fileName, fileId }) =>
    matchesSearch(query, [fileName, fileId]),
  )
  // One that went from the list since it was chosen is asked for all the same, once, so that it does not drop out unsaid.
  const wasAsked = new Set(asked.map(({ fileId }) => fileId))
  const wanted = [...chosen.values()].filter(
    ({ fileId }) => !inside.has(fileId) && (free.has(fileId) || !wasAsked.has(fileId)),
  )
  const isUnready = (file: KnowledgeFile) => progressOf((free.get(file.fileId) ?? file).status) !== 'ready'
  const submit = () => {
    if (wanted.length === 0 || add.isPending) return
    setAsked(wanted)
    add.mutate({ collectionId: collection.id, fileIds: wanted.map(({ fileId }) => fileId) })
  }
  const [added, failed] = [add.data?.added.length ?? 0, add.data?.failed ?? []]

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={<span className="wrap-anywhere">{`Add files to ${nameOf(collection)}`}</span>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={add.isPending}
            pendingLabel="Adding"
            aria-disabled={wanted.length === 0 || undefined}
            onClick={submit}
          >
            {wanted.length === 0 ? 'Add files' : `Add ${countOf(wanted.length, 'file')}`}
          </Button>
        </>
      }
    >
      {list.data === undefined ? (
        list.error ? (
          <FailedState query={list} />
        ) : (
          <p role="status">Loading</p>
        )
      ) : files.length === 0 ? (
        <p>
          There are no files yet. Upload some first.{' '}
          <Link to="/knowledge/files" className={buttonClass('link')}>
            Go to Files
          </Link>
        </p>
      ) : free.size === 0 ? (
        <p>Every file is in this collection already.</p>
      ) : (
        <>
          <div className="flex">
            <SearchBox label="Search files to add" value={query} onChange={setQuery} />
          </div>
          <FileChoice files={matching} chosen={chosen} onChange={setChosen} />
          {wanted.some(isUnready) && (
            <Notice
              tone="warn"
              title="Agents cannot answer from a file before it is INGESTED; it can be added anyway."
            />
          )}
        </>
      )}
      {add.error && <ErrorNotice error={add.error} onDismiss={add.reset} />}
      {failed.length > 0 && (
        <Notice
          tone="error"
          title={`${countOf(failed.length, 'file')} could not be added; ${added === 0 ? 'none was' : filesWere(added)}.`}
        >
          <ul className="list-disc pl-4">
            {failed.map(({ fileId, error }) => {
              const { message, nextStep } = describeError(error)
              const file = asked.find((each) => each.fileId === fileId)
              return (
                <li key={fileId} className="wrap-anywhere">
                  {file ? fileNameOf(file) : fileId}: {message} {nextStep}
                </li>
              )
            })}
          </ul>
        </Notice>
      )}
    </Dialog>
  )
}

const filesWere = (count: number) => `${countOf(count, 'file')} ${count === 1 ? 'was' : 'were'}`
