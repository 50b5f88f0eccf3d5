import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { Lock, Tags } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { CLOSED_REASONS, closeThread, type ThreadRecord, updateThread } from '../../contract/thread-records'
import { settleChanges } from '../../queries/settle-changes'
import { metadataOf } from '../../queries/thread-rows'
import { sending } from '../../queries/write'
import { Button } from '../../ui/button'
import { SelectField } from '../../ui/fields/inputs'
import { JsonField } from '../../ui/fields/json-field'
import { readJsonObject } from '../../ui/fields/json-text'
import { PairsField } from '../../ui/fields/rows-fields'
import { mayWrite } from '../../ui/role'
import { capital, reasonText } from '../-shared/channels'
import { FormDialog } from '../-shared/form-dialog'
import { OtherFields } from '../-shared/other-fields'
import { useOffered } from '../-shared/use-offered'
import { emptyVariables, givenVariables, variableValues } from '../-shared/variable-values'

/** What can be done with a thread of the service, as far as the service offers it. */
export function ThreadActions({ thread }: { thread: ThreadRecord }) {
  const [open, setOpen] = useState<'close' | 'annotate'>()
  const canClose = useOffered(closeThread) !== false && thread.isActive !== false
  const canAnnotate = useOffered(updateThread) !== false
  const close = () => setOpen(undefined)
  const { mutate: settle } = useMutation(settleChanges())
  useEffect(() => {
    if (mayWrite()) settle(thread)
  }, [thread, settle])
  return (
    <>
      {canAnnotate && (
        <Button writes icon={Tags} onClick={() => setOpen('annotate')}>
          Add metadata
        </Button>
      )}
      {canClose && (
        <Button writes icon={Lock} onClick={() => setOpen('close')}>
          Close thread
        </Button>
      )}
      {/* Not where it turns out to be closed, by somebody else or by an answer that was lost. */}
      {open === 'close' && canClose && <CloseThread thread={thread} onClose={close} />}
      {open === 'annotate' && <AnnotateThread thread={thread} onClose={close} />}
    </>
  )
}

const closeForm = standardSchemaResolver(z.object({ reason: z.string() }))

function CloseThread({ thread, onClose }: { thread: ThreadRecord; onClose: () => void }) {
  return (
    <FormDialog
      title={`Close the thread with ${thread.toPhoneNumber ?? thread.toEmail ?? 'this visitor'}?`}
      text="The agent stops replying. A closed thread cannot be opened again."
      submit="Close thread"
      values={{ reason: 'ENDED' }}
      resolver={closeForm}
      mutation={sending(closeThread)}
      operation={closeThread}
      toInput={(body) => ({ params: { threadId: thread.id }, body })}
      done="The thread was closed"
      onClose={onClose}
    >
      {({ control }) => (
        <SelectField
          control={control}
          name="reason"
          label="Reason"
          options={CLOSED_REASONS.map((value) => ({ value, label: capital(reasonText(value)) }))}
          required
        />
      )}
    </FormDialog>
  )
}

const given = (text: string) => {
  const reading = readJsonObject(text)
  return reading.ok ? reading.value : undefined
}

const annotateForm = z.object({ metadata: z.string(), ...variableValues }).check(
  z.refine((values) => given(values.metadata) !== undefined || givenVariables(values, []) !== undefined, {
    message: 'Enter metadata or a variable',
    path: ['metadata'],
  }),
)

function AnnotateThread({ thread, onClose }: { thread: ThreadRecord; onClose: () => void }) {
  return (
    <FormDialog
      title="Add metadata and variables"
      text="A name that is there gets the new value. Every other name stays as it is."
      submit="Save"
      values={{ metadata: '', ...emptyVariables }}
      resolver={standardSchemaResolver(annotateForm)}
      mutation={sending(updateThread)}
      operation={updateThread}
      toInput={(values) => ({
        params: { threadId: thread.id },
        body: { metadata: given(values.metadata), variables: givenVariables(values, []) },
      })}
      done="The thread was changed"
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <OtherFields fields={metadataOf(thread)} title="Metadata that is there" />
          <JsonField
            control={control}
            name="metadata"
            label="Metadata"
            hint={'A JSON object, such as {"outcome": "booked"}.'}
          />
          <OtherFields fields={thread.variables ?? {}} title="Variables that are there" />
          <PairsField control={control} name="extra" label="Variables" />
        </>
      )}
    </FormDialog>
  )
}
