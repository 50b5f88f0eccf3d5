import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleMinus } from 'lucide-react'
import { useRef } from 'react'
import { removeFileFromCollection } from '../../../contract/collection-files'
import type { Collection } from '../../../contract/collections'
import type { KnowledgeFile } from '../../../contract/files'
import { sending } from '../../../queries/write'
import { Button } from '../../../ui/button'
import { findRow } from '../../../ui/find-row'
import { toast } from '../../../ui/toast-store'
import { nameOf as fileNameOf } from '../-file-status'
import { nameOf } from './-members'

/** What undoes it, and what knows what is done already; nothing where its code did not arrive. */
const loadDone = () => import('../-plan-done').catch(() => undefined)
const loadPlans = () => import('../../../queries/file-plans').catch(() => undefined)

/** Takes a file out of the collection. It is not asked for, because it can be undone. */
export function RemoveFile({
  collection,
  file,
  narrow,
  onFailure,
}: {
  collection: Collection
  file: KnowledgeFile
  narrow: boolean
  onFailure: (error: unknown) => void
}) {
  const name = fileNameOf(file)
  const neighbour = useRef<string>(undefined)
  const client = useQueryClient()
  const remove = useMutation({
    ...sending(removeFileFromCollection),
    onMutate: () => onFailure(null),
    onError: async (error) => {
      const isGone = (await loadPlans())?.isNotThere(error)
      return isGone ? toast({ title: `${name} was removed already` }) : onFailure(error)
    },
    onSuccess: () =>
      void loadDone().then((undo) =>
        toast({
          title: `${name} was removed from ${nameOf(collection)}`,
          action: undo && { label: 'Undo', onSelect: () => void undo.putBack(client, file, collection) },
        }),
      ),
    onSettled: () => {
      // The row goes, and the focus on its button with it.
      const here = document.activeElement
      const lost = here === document.body || findRow('Files', file.fileId)?.contains(here)
      if (lost && neighbour.current) findRow('Files', neighbour.current)?.focus()
    },
  })
  return (
    <Button
      writes
      size="sm"
      variant="quiet"
      icon={CircleMinus}
      pending={remove.isPending}
      aria-label={`Remove from collection: ${name}`}
      title={narrow ? 'Remove from collection' : undefined}
      onClick={({ currentTarget }) => {
        neighbour.current = neighbourOf(currentTarget.closest('tr'))
        remove.mutate({ params: { collectionId: collection.id, fileId: file.fileId } })
      }}
    >
      {narrow ? '' : 'Remove from collection'}
    </Button>
  )
}

/** The key of the row below, or of the one above where there is none. */
function neighbourOf(row: Element | null): string | undefined {
  const rows = [row?.nextElementSibling, row?.previousElementSibling]
  return rows.map((each) => (each instanceof HTMLElement ? each.dataset.row : undefined)).find(Boolean)
}
