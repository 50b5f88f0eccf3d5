import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { createCollection } from '../../../contract/collection-changes'
import { schemaOf } from '../../../contract/schema'
import { sending } from '../../../queries/write'
import { Dialog } from '../../../ui/dialog'
import { formDefaults } from '../../../ui/fields/form'
import { TextareaField, TextField } from '../../../ui/fields/inputs'
import { toast } from '../../../ui/toast-store'
import { SendForm } from '../../-shared/send-form'

/** The form for a new collection; afterwards the collection is open. It mirrors the wire, so the contract judges it. */
export function NewCollection({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    ...formDefaults,
    defaultValues: { name: '', description: '' },
    resolver: standardSchemaResolver(schemaOf(createCollection.sendsBody)),
  })
  return (
    <Dialog onClose={onClose} title="New collection">
      <SendForm
        form={form}
        label="New collection"
        submit="Create collection"
        mutation={sending(createCollection)}
        operation={createCollection}
        toRequest={({ name, description = '' }) => ({
          body: { name: name.trim(), description: description.trim() },
        })}
        stays={({ search }) => search.new === true}
        // After the list was read again, so that the collection's page finds it.
        onDone={({ record }, { name }) => {
          toast({ title: `${name.trim()} was created` })
          if (!record) return navigate({ to: '/knowledge/collections', ignoreBlocker: true })
          const to = '/knowledge/collections/$collectionId'
          return navigate({ to, params: { collectionId: record.id }, ignoreBlocker: true })
        }}
        onCancel={onClose}
      >
        <TextField control={form.control} name="name" label="Name" required autoFocus />
        <TextareaField
          control={form.control}
          name="description"
          label="Description"
          hint="What it is for. Neither can be changed afterwards: the interface has no operation for it."
          rows={3}
          max={2_000}
        />
      </SendForm>
    </Dialog>
  )
}
