import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { listAgents } from '../../contract/agent-list'
import { id, text } from '../../contract/formats'
import { isPathId } from '../../contract/operation'
import { agentMutations } from '../../queries/agent-changes'
import { agentVersionMutations } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import type { NumberedVersion } from '../../queries/service-versions'
import type { EnteredAgent } from '../../queries/stored-agent'
import { Button, buttonClass } from '../../ui/button'
import { CheckboxField, NumberField, TextareaField, TextField } from '../../ui/fields/inputs'
import { Notice } from '../../ui/notice'
import { here, hereFirst } from '../../ui/role'
import { changedFields, judgeChanges } from '../-shared/changed-fields'
import { FormDialog } from '../-shared/form-dialog'
import { useOffered } from '../-shared/use-offered'

/** An id that will stand in an address (D5). Spaces around it come from pasting. */
const addressId = (label: string) =>
  id(label).check(
    z.refine(
      (value) => value.trim() === '' || isPathId(value.trim()),
      `${label} has letters, digits and _ . ~ : @ - only; copy it again from where it is shown`,
    ),
  )

const byIdForm = z.object({
  agentId: addressId('Agent id'),
  name: text({ label: 'Name', max: 200 }),
  versionId: z.union([z.literal(''), addressId('Version id')]),
  versionLabel: text({ label: 'Label', max: 200 }),
  deployed: z.boolean(),
  testingLabId: z.nullable(
    z
      .int('Testing lab agent id must be a whole number')
      .check(z.gte(1, 'Testing lab agent id must be at least 1')),
  ),
})
export type ByIdValues = z.infer<typeof byIdForm>
export const addAgentResolver = standardSchemaResolver(byIdForm)
const addVersionResolver = standardSchemaResolver(z.extend(byIdForm, { versionId: addressId('Version id') }))
export const nothingById: ByIdValues = {
  agentId: '',
  name: '',
  versionId: '',
  versionLabel: '',
  deployed: false,
  testingLabId: null,
}

const said = (typed: string) => typed.trim() || undefined

export const toEntered = (values: ByIdValues): EnteredAgent => ({
  agentId: values.agentId.trim(),
  name: said(values.name),
  versionId: said(values.versionId),
  versionLabel: said(values.versionLabel),
  deployed: said(values.versionId) !== undefined && values.deployed,
  testingLabId: values.testingLabId ?? undefined,
})

/** Stores an agent that was made elsewhere, and opens its page; of an `agent` that is stored, a version. `agentId`: from the address. */
export function AddByIdDialog({
  agent,
  agentId = agent?.agentId ?? '',
  onClose,
}: {
  agent?: StoredAgent
  agentId?: string
  onClose: () => void
}) {
  const navigate = useNavigate()
  const [what, remembers] = agent
    ? ['version', 'the version.']
    : ['agent', 'the agent, so that its versions can be deployed and called.']
  return (
    <FormDialog
      title={`Add ${what} by id`}
      text={`Nothing is sent. ${hereFirst()} remembers ${remembers}`}
      submit={`Add ${what}`}
      values={{ ...nothingById, agentId }}
      resolver={agent ? addVersionResolver : addAgentResolver}
      mutation={agentMutations.addById()}
      toInput={toEntered}
      done={({ name, agentId: id }) => ({
        title: agent ? 'The version was added' : `${name === id ? 'The agent' : name} was added`,
      })}
      onDone={({ agentId }) =>
        agent ? onClose() : void navigate({ to: '/agents/$agentId', params: { agentId } })
      }
      onClose={onClose}
    >
      {({ control, watch }) => (
        <>
          {!agent && (
            <>
              <TextField control={control} name="agentId" label="Agent id" required mono />
              <TextField
                control={control}
                name="name"
                label="Name"
                hint="Shown when the service gives no name. Empty = the id."
              />
            </>
          )}
          <TextField
            control={control}
            name="versionId"
            label="Version id"
            hint={!agent && 'A version can also be added later.'}
            required={agent !== undefined}
            mono
          />
          {agent && <TextField control={control} name="versionLabel" label="Label" />}
          {(agent || watch('versionId').trim() !== '') && (
            <CheckboxField
              control={control}
              name="deployed"
              label="This version is deployed"
              hint="What the service reports takes precedence."
            />
          )}
          {!agent && (
            <NumberField
              control={control}
              name="testingLabId"
              label="Testing lab agent id"
              hint="The whole number that the testing lab knows the agent by."
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

/** On the page of an agent that is stored here and that the service does not have. */
export function NotAtService({
  agentId,
  version,
  onForget,
}: {
  agentId: string
  version: NumberedVersion | undefined
  onForget: (agent: { agentId: string }) => void
}) {
  const search = { from: agentId, version: version?.versionId }
  return (
    <Notice
      tone="warn"
      title="This service does not know this agent"
      message={`Shown is what ${here()} stores. It may be of another service, or have another id in this one.`}
    >
      <p className="flex flex-wrap gap-2 pt-1 viewer:hidden">
        <Button onClick={() => onForget({ agentId })}>Remove from the list</Button>
        <Link to="/agents" search={{ add: true }} className={buttonClass('secondary')}>
          Add under another id
        </Link>
        {search.version && (
          <Link to="/agents/new" search={search} className={buttonClass('secondary')}>
            Duplicate as new agent
          </Link>
        )}
      </p>
    </Notice>
  )
}

type Details = { name: string; description: string; atService: boolean }
export const detailsResolver = standardSchemaResolver<Details, unknown, Details>(
  z.object({
    name: text({ label: 'Name', min: 1, max: 200 }),
    description: text({ label: 'Description', max: 2_000 }),
    atService: z.boolean(),
  }),
)

/** Name and description of an agent: here, and at the service where that can be changed. */
export function AgentDetails({
  agent: { agentId, name },
  description = '',
  answers,
  onClose,
}: {
  agent: StoredAgent
  description: string | undefined
  /** Whether the service answers what is beyond the document. */
  answers: boolean
  onClose: () => void
}) {
  // A list that tells names leaves no room for one that only this browser shows.
  const isListed = useOffered(listAgents)
  // While that is not known it is a person's to say.
  const isAsked = !isListed && (answers || isListed === undefined)
  // A name that only this browser shows is sent untouched, too.
  const [isWhole] = useState(answers && isListed === false)
  const [before] = useState({ name, description })
  const [resolver] = useState(() => judgeChanges(detailsResolver, { ...before, atService: true }))
  return (
    <FormDialog
      title="Edit details"
      text="The versions of the agent stay as they are."
      submit="Save details"
      values={{ ...before, atService: true }}
      resolver={resolver}
      mutation={agentVersionMutations.updateAgent()}
      toInput={({ name, description, atService }) => {
        const now = { name: name.trim(), description: description.trim() }
        // What was left alone may be another by now.
        const touched = isWhole ? now : changedFields(before, now)
        return { agentId, ...touched, atService: isListed || (isAsked && atService) }
      }}
      done={(_, { atService }) => ({
        title: `The details were saved${atService ? '' : ` in ${here()} only`}`,
      })}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="name" label="Name" required />
          <TextareaField control={control} name="description" label="Description" rows={2} />
          {isAsked && (
            <CheckboxField
              control={control}
              name="atService"
              label="Change it at the service too"
              hint={`Without this, only ${here()} shows the new name.`}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

const notesForm = z.object({
  label: text({ label: 'Label', max: 200 }),
  note: text({ label: 'Note', max: 2_000 }),
})
const notesResolver = standardSchemaResolver(notesForm)

const toNotes = ({ label, note }: z.infer<typeof notesForm>) => ({ label: said(label), note: said(note) })

export function VersionNotes({
  agentId,
  version: { versionId, label = '', note = '' },
  onClose,
}: {
  agentId: string
  version: NumberedVersion
  onClose: () => void
}) {
  const [before] = useState({ label, note })
  return (
    <FormDialog
      title="Label and note of the version"
      text={`Nothing is sent. Both are stored in ${here()}.`}
      submit="Save"
      values={before}
      resolver={notesResolver}
      mutation={agentMutations.describeVersion()}
      // What was left alone may be another by now.
      toInput={(values) => ({ agentId, versionId, ...changedFields(toNotes(before), toNotes(values)) })}
      done="Label and note saved"
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField control={control} name="label" label="Label" />
          <TextareaField control={control} name="note" label="Note" rows={3} />
        </>
      )}
    </FormDialog>
  )
}
