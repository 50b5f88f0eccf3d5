import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Collection } from '../../../contract/collections'
import type { KnowledgeFile } from '../../../contract/files'
import { fileQueries } from '../../../queries/files'
import { buttonClass } from '../../../ui/button'
import { countOf } from '../../../ui/numbers'
import { matcherOf, SearchBox } from '../../../ui/search-box'
import { FailedState } from '../../-shared/failure'
import { useCloseGuard, useLeft } from '../../-shared/leave-guard'
import type { Chosen } from '../-choices'
import { changeOf } from '../-plan-done'
import { PlanQuestion } from '../-plan-question'
import { FileChoice } from './-file-choice'
import { nameOf } from './-members'

/** Chooses files that the collection does not hold, and adds them by a plan. One that was deleted since it was chosen is named by it. */
export function AddFiles({
  collection,
  held,
  onClose,
}: {
  collection: Collection
  held: readonly KnowledgeFile[]
  onClose: () => void
}) {
  const list = useQuery(fileQueries.list())
  const [query, setQuery] = useState('')
  const choice = useRef<HTMLDivElement>(null)
  const matches = matcherOf(query)
  const [chosen, setChosen] = useState<Chosen<KnowledgeFile>>(new Map())

  const inside = new Set(held.map(({ fileId }) => fileId))
  const free = list.data?.items.filter(({ fileId }) => !inside.has(fileId)) ?? []
  const wanted = [...chosen.values()].filter(({ fileId }) => !inside.has(fileId))
  const [hasBegun, setBegun] = useState(false)
  const dismiss = useCloseGuard(wanted.length > 0 && !hasBegun, onClose)
  const { sending, isLeft } = useLeft()

  return (
    <PlanQuestion
      title={<span className="wrap-anywhere">{`Add files to ${nameOf(collection)}`}</span>}
      size="lg"
      sends
      action={wanted.length === 0 ? 'Add files' : `Add ${countOf(wanted.length, 'file')}`}
      running={`Adding to ${nameOf(collection)}`}
      wanted={wanted.length > 0 ? changeOf('add', wanted, collection) : undefined}
      onClose={onClose}
      onDismiss={dismiss}
      onStart={() => {
        setBegun(true)
        sending()
      }}
      onDone={() => isLeft() || onClose()}
    >
      {list.data === undefined ? (
        list.error ? (
          <FailedState query={list} />
        ) : (
          <p role="status">Loading</p>
        )
      ) : list.data.items.length === 0 ? (
        <p>
          There are no files yet. Upload some first.{' '}
          <Link to="/knowledge/files" className={buttonClass('link')}>
            Go to Files
          </Link>
        </p>
      ) : free.length === 0 ? (
        <p>Every file is in this collection already.</p>
      ) : (
        <>
          <div className="flex">
            <SearchBox
              label="Search files to add"
              value={query}
              onChange={setQuery}
              onDown={() => choice.current?.querySelector('input')?.focus()}
            />
          </div>
          <div ref={choice} className="contents">
            <FileChoice
              files={free.filter(({ fileName, fileId }) => matches([fileName, fileId]))}
              chosen={chosen}
              onChange={setChosen}
            />
          </div>
        </>
      )}
    </PlanQuestion>
  )
}
