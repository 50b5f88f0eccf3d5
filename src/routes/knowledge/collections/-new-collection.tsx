import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { createCollection } from '../../../contract/collection-changes'
import { schemaOf } from '../../../contract/schema'
import { collectionMutations, findCreated } from '../../../queries/collection-changes'
import { collectionQueries } from '../../../queries/collections'
import { buttonClass } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { formDefaults } from '../../../ui/fields/form'
import { TextareaField, TextField } from '../../../ui/fields/inputs'
import { toast } from '../../../ui/toast-store'
import { SendForm } from '../../-shared/send-form'

/** The form for a new collection; afterwards the collection is open. It mirrors the wire, so the contract judges it. */
export function NewCollection({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
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
        mutation={collectionMutations.create()}
        operation={createCollection}
        toRequest={({ name, description = '' }) => ({
          body: { name: name.trim(), description: description.trim() },
        })}
        inDoubt={{
          title: 'The collection may have been created',
          text: 'Check the list before you create it again, or there may be two. None can be deleted.',
        }}
        find={({ name }) => findCreated(client, name.trim())}
        stays={({ search }) => search.new === true}
        // After the list was read again, so that the collection's page finds it.
        wayOn={
          <Link to="/knowledge/collections" className={buttonClass()}>
            Show collections
          </Link>
        }
        onDone={({ record }, { name }) => {
          const listed = client.getQueryState(collectionQueries.list().queryKey)
          // Without its id it is found by what it is called; in a list that was read.
          const isListed =
            record ?? listed?.error ?? listed?.data?.items.some((each) => each.name === name.trim())
          toast({
            title: `${name.trim()} was created`,
            message: isListed ? undefined : 'The service does not list it yet.',
          })
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
          hint="What it is for. Name and description cannot be changed later."
          rows={3}
          max={2_000}
        />
      </SendForm>
    </Dialog>
  )
}
