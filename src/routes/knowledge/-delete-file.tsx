import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeFile } from '../../contract/files'
import { fileMutations } from '../../queries/files'
import type { FileMembership } from '../../queries/membership'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { toast } from '../../ui/toast-store'
import { ErrorNotice } from '../-error-notice'
import { CollectionLink } from './-collection-link'
import { nameOf } from './-file-status'
import { words } from './-files-words'

const say = words.delete

/**
 * Asks before a file is deleted. A file that a collection holds is not deleted (§4 rule 3): then it says which, and leads there. Where
 * nobody knows, the name has to be typed (D76).
 */
export function DeleteFile({
  file,
  membership,
  onClose,
  onDeleted,
}: {
  file: KnowledgeFile
  membership: FileMembership
  onClose: () => void
  onDeleted: () => void
}) {
  // As they were when asked: the list may lose the file while the answer is on its way.
  const [{ name, holders, source }] = useState({
    name: nameOf(file),
    holders: membership.collections,
    source: membership.source,
  })
  const remove = useMutation({
    ...fileMutations.remove(),
    onSuccess: () => {
      toast({ title: say.done(name) })
      onDeleted()
    },
  })
  if (holders.length > 0) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={<span className="wrap-anywhere">{say.heldTitle(name)}</span>}
        description={say.held(holders.length)}
        footer={<Button onClick={onClose}>{say.close}</Button>}
      >
        <ul className="flex flex-col gap-1">
          {holders.map((each) => (
            <li key={each.id}>
              <CollectionLink {...each} />
            </li>
          ))}
        </ul>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={say.title(name)}
      consequence={source === 'service' ? say.consequence : `${say.consequence} ${say.unknownMembership}`}
      action={words.panel.delete}
      typeToConfirm={source === 'service' ? undefined : name}
      onConfirm={() => remove.mutate({ fileId: file.fileId })}
      pending={remove.isPending}
      error={remove.error && <ErrorNotice error={remove.error} />}
    />
  )
}
