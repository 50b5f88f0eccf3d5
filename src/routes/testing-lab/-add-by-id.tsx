import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { labMutations } from '../../queries/lab-changes'
import { NumberField, TextField } from '../../ui/fields/inputs'
import { here } from '../../ui/role'
import { FormDialog } from '../-shared/form-dialog'

interface Values {
  id: number | null
  name: string
  agentId: number | null
}

const WHOLE = 'Give the id as a whole number, 1 or more'
const whole = z.int(WHOLE).check(z.gte(1, WHOLE))
const form = z.object({
  id: whole,
  name: text({ label: 'Name', max: 200 }),
  agentId: z.nullable(whole),
})
const resolver = standardSchemaResolver<Values, unknown, Values>(form as never)

/** Stores a scenario or a run by its id. */
export function AddById({
  kind,
  labAgentId,
  onClose,
}: {
  kind: 'scenario' | 'run'
  labAgentId: number | undefined
  onClose: () => void
}) {
  return (
    <FormDialog
      title={`Add ${kind} by id`}
      text={`Stored in ${here()} only. Nothing checks that the ${kind} exists.`}
      submit={`Add ${kind}`}
      values={{ id: null, name: '', agentId: labAgentId ?? null }}
      resolver={resolver}
      mutation={labMutations.note()}
      toInput={({ id, name, agentId }) => ({
        kind,
        labId: String(id),
        added: true,
        // What is left empty stays as it was stored.
        ...(name.trim() && { name: name.trim() }),
        ...(agentId !== null && { labAgentId: agentId }),
      })}
      done="It was added"
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <NumberField
            control={control}
            name="id"
            label="Id"
            hint="The whole number that the testing lab gave it."
            required
          />
          <TextField control={control} name="name" label="Name" />
          <NumberField control={control} name="agentId" label="Testing lab agent id" />
        </>
      )}
    </FormDialog>
  )
}
