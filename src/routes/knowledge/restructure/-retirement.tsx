import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { collectionQueries } from '../../../queries/collections'
import { fileQueries } from '../../../queries/files'
import type { Restructure } from '../../../queries/restructures'
import { type LiveUsers, servingQueries } from '../../../queries/serving'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { Notice } from '../../../ui/notice'
import { countOf, isolated } from '../../../ui/numbers'
import { Section } from '../../../ui/page'
import { FailedState } from '../../-shared/failure'
import { nameOf } from '../-file-status'
import { useMembers } from '../collections/-members'
import { oldNameOf } from './-restructure-asks'

type Named = Pick<Restructure['files'][number], 'fileId' | 'fileName'>

const idOf = ({ fileId }: Named) => fileId
const wordOf = ({ fileId, fileName }: Named) => fileName ?? fileId

/** So many files that the new collection lacks are named, and so many agents. */
const NAMED_MAX = 5

/** Asks whether the old collection shall lose its files, with what it holds and who answers from it now; or keeps it. */
export function Retirement({
  job,
  returnFocus,
  onKeep,
  onRetire,
}: {
  job: Restructure
  returnFocus: () => HTMLElement | null
  onKeep: () => void
  onRetire: (files: readonly Named[]) => void
}) {
  const [asked, setAsked] = useState(false)
  const collections = useQuery(collectionQueries.list())
  const listed = useQuery(fileQueries.list())
  const live = useQuery({
    ...servingQueries.onCollection(job.old?.id ?? ''),
    enabled: asked,
    staleTime: 0,
    gcTime: 0,
  })
  const members = useMembers()
  const old = collections.data?.items.find(({ id }) => id === job.old?.id)
  const held = old && members(old)
  // Where the service does not say, it holds at least what was chosen from it.
  const isReported = held?.source === 'service'
  const named = (isReported ? [] : job.files).map(({ fileId, fileName }): Named => ({ fileId, fileName }))
  for (const file of held?.files ?? []) named.push({ fileId: file.fileId, fileName: nameOf(file) })
  const files = [...new Map(named.map((each) => [each.fileId, each])).values()]
  const fresh = collections.data?.items.find(({ id }) => id === job.fresh.id)
  const within = fresh && members(fresh)
  const inFresh = within?.source === 'service' ? within.files.map(idOf) : job.files.map(idOf)
  const isLacking = ({ fileId }: Named) => !inFresh.includes(fileId)
  const lost = job.files.filter(isLacking)
  const left = files.filter((each) => isLacking(each) && !lost.some(({ fileId }) => fileId === each.fileId))
  const name = oldNameOf(job)
  const isReading = collections.isFetching || listed.isFetching || live.isFetching
  const failed = [collections, listed, live].find((each) => each.isError || !each.data)
  const { agents = [], unreported = 0 } = live.data ?? {}
  return (
    <Section
      title={`Retire ${name}`}
      hint="Its files are removed from it, one by one. The files themselves stay. Collections cannot be deleted, so the empty one stays."
    >
      <div className="flex flex-wrap gap-2">
        <Button
          writes
          variant="danger"
          onClick={() => {
            void collections.refetch()
            void listed.refetch()
            setAsked(true)
          }}
        >
          Retire {name}
        </Button>
        <Button writes onClick={onKeep}>
          Keep the old collection
        </Button>
      </div>
      {asked && (
        <ConfirmDialog
          onClose={() => setAsked(false)}
          returnFocus={returnFocus}
          title={<span className="wrap-anywhere">{`Retire ${name}?`}</span>}
          // What was read before may be past, so it is not said.
          consequence={
            !isReading &&
            !failed &&
            [
              files.length === 0 ? 'It holds no files.' : `It loses ${countOf(files.length, 'file')}.`,
              lost.length > 0 &&
                `No longer in the new collection: ${listOf(lost.map(wordOf))}. Nothing is removed before ${lost.length === 1 ? 'it is' : 'they are'} added again.`,
              left.length > 0 && `Not in the new collection: ${listOf(left.map(wordOf))}.`,
              !isReported &&
                'The service does not say what it holds, so look there first. The files known here are tried.',
              'The empty collection stays. Until all is removed, this can be rolled back.',
            ]
              .filter(Boolean)
              .join(' ')
          }
          // Where nobody can say who answers from it, as where a live agent does (D827).
          typeToConfirm={agents.length > 0 || unreported > 0 ? name : undefined}
          action="Remove its files"
          variant="danger"
          locked={failed !== undefined || isReading}
          onConfirm={() => {
            setAsked(false)
            onRetire(files)
          }}
        >
          {isReading ? (
            <p role="status">Reading what both collections hold and which agents answer from the old one</p>
          ) : failed ? (
            <FailedState query={failed} />
          ) : (
            live.data && <WhoLoses {...live.data} />
          )}
        </ConfirmDialog>
      )}
    </Section>
  )
}

/** The agents that answer from the collection, and those of which nobody can say it. */
const WhoLoses = ({ agents, unreported }: LiveUsers) => (
  <>
    {agents.length > 0 && (
      <Notice
        tone="warn"
        title={`${listOf(agents)} ${agents.length === 1 ? 'is live and still uses it' : 'are live and still use it'}`}
        message="They can no longer answer from its files."
      />
    )}
    {unreported > 0 && (
      <p>
        {`The service does not report the versions of ${countOf(unreported, 'agent')}. Agents that use the collection can no longer answer from it.`}
      </p>
    )}
  </>
)

const names = new Intl.ListFormat('en-GB')

/** "a, b and c", "a, b, c, d, e and 3 more". */
function listOf(all: readonly string[]): string {
  const more = all.length - NAMED_MAX
  const named = all.slice(0, NAMED_MAX).map(isolated)
  return names.format(more > 0 ? [...named, `${more} more`] : named)
}
