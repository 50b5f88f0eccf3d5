import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type CollectionRequest, createCollection } from '../../../contract/collections'
import { schemaOf } from '../../../contract/schema'
import { collectionMutations } from '../../../queries/collections'
import { Dialog } from '../../../ui/dialog'
import { FormShell, formDefaults } from '../../../ui/fields/form'
import { TextareaField, TextField } from '../../../ui/fields/inputs'
import { toast } from '../../../ui/toast-store'
import { useFormError } from '../../-shared/failure'
import { useLeaveGuard } from '../../-shared/leave-guard'

/** Longest description (D6). */
const DESCRIPTION_MAX = 2_000

/** The form for a new collection; afterwards the collection is open. It mirrors the wire, so the contract judges it. */
export function NewCollection({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useMutation(collectionMutations.create())
  const error = useFormError(create.error)
  const [dirty, setDirty] = useState(false)
  const form = useForm({
    ...formDefaults,
    defaultValues: { name: '', description: '' },
    resolver: standardSchemaResolver(schemaOf(createCollection.sendsBody)),
  })
  useLeaveGuard(dirty, { stays: ({ search }) => search.new === true })

  const submit = ({ name, description = '' }: CollectionRequest) =>
    create.mutate(
      { body: { name: name.trim(), description: description.trim() } },
      {
        // After the list was read anew, so that the collection's page finds it.
        onSuccess: ({ record }) => {
          toast({ title: `${name.trim()} was created` })
          if (record) {
            void navigate({
              to: '/knowledge/collections/$collectionId',
              params: { collectionId: record.id },
              ignoreBlocker: true,
            })
          } else {
            void navigate({ to: '/knowledge/collections', ignoreBlocker: true })
          }
        },
      },
    )

  return (
    <Dialog open onOpenChange={onClose} title="New collection">
      <FormShell
        form={form}
        label="New collection"
        onSubmit={submit}
        pending={create.isPending}
        error={error}
        submitLabel="Create collection"
        onCancel={onClose}
        onDirtyChange={setDirty}
      >
        <TextField control={form.control} name="name" label="Name" required autoFocus />
        <TextareaField
          control={form.control}
          name="description"
          label="Description"
          hint="What it is for. Neither can be changed afterwards: the interface has no operation for it."
          rows={3}
          max={DESCRIPTION_MAX}
        />
      </FormShell>
    </Dialog>
  )
}
