import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { id, text } from '../../contract/formats'
import { isPathId } from '../../contract/operation'
import { agentVersionMutations } from '../../queries/agent-versions'
import { agentMutations, type StoredAgent } from '../../queries/agents'
import type { NumberedVersion } from '../../queries/service-versions'
import type { EnteredAgent } from '../../queries/stored-agent'
import { formDefaults } from '../../ui/fields/form'
import { CheckboxField, NumberField, TextareaField, TextField } from '../../ui/fields/inputs'
import { toast } from '../../ui/toast-store'
import { FormDialog } from './-form-dialog'

/** An id that will stand in an address (D5). Spaces around it come from pasting. */
const addressId = (label: string) =>
  id(label).check(
    z.refine(
      (value) => value.trim() === '' || isPathId(value.trim()),
      `${label} has letters, digits and _ . ~ : @ - only; copy it again from where it is shown`,
    ),
  )

const addAgentForm = z.object({
  agentId: addressId('Agent id'),
  name: text({ label: 'Name', max: 200 }),
  versionId: z.union([z.literal(''), addressId('Version id')]),
  deployed: z.boolean(),
  testingLabId: z.nullable(
    z
      .int('Testing lab agent id must be a whole number')
      .check(
        z.gte(1, 'Testing lab agent id must be at least 1'),
        z.lte(2 ** 31 - 1, 'Testing lab agent id is too large'),
      ),
  ),
})
export type AddAgentValues = z.infer<typeof addAgentForm>
export const addAgentResolver = standardSchemaResolver(addAgentForm)
export const noAgent: AddAgentValues = {
  agentId: '',
  name: '',
  versionId: '',
  deployed: false,
  testingLabId: null,
}

/** What is stored of an agent that was entered by hand. */
export function toEntered({
  agentId,
  name,
  versionId,
  deployed,
  testingLabId,
}: AddAgentValues): EnteredAgent {
  const version = versionId.trim()
  return {
    agentId: agentId.trim(),
    name: name.trim() || undefined,
    versionId: version || undefined,
    deployed: version !== '' && deployed,
    testingLabId: testingLabId ?? undefined,
  }
}

const deployedField = {
  name: 'deployed',
  label: 'This version is deployed',
  hint: 'Enter it yourself: the interface does not report the deployed version.',
} as const

/** Stores an agent that was made elsewhere, and opens its page. `agentId`: from the address. */
export function AddAgentDialog({ agentId = '', onClose }: { agentId?: string; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    ...formDefaults,
    defaultValues: { ...noAgent, agentId },
    resolver: addAgentResolver,
  })
  const { control } = form
  const add = useMutation({
    ...agentMutations.addById(),
    onSuccess: (agent) => {
      toast({ title: `${agent.name} was added` })
      void navigate({ to: '/agents/$agentId', params: { agentId: agent.agentId } })
    },
  })
  const hasVersion = useWatch({ control, name: 'versionId' }).trim() !== ''
  return (
    <FormDialog
      form={form}
      title="Add agent by id"
      text="Nothing is sent. This browser remembers the agent, so that its versions can be deployed and called."
      submit="Add agent"
      onSubmit={(values) => add.mutate(toEntered(values))}
      pending={add.isPending}
      error={add.error}
      onClose={onClose}
    >
      <TextField control={control} name="agentId" label="Agent id" required mono />
      <TextField control={control} name="name" label="Name" hint="Your own label. Empty = the id." />
      <TextField
        control={control}
        name="versionId"
        label="Version id"
        hint="A version can also be added later."
        mono
      />
      {hasVersion && <CheckboxField control={control} {...deployedField} />}
      <NumberField
        control={control}
        name="testingLabId"
        label="Testing lab agent id"
        hint="The whole number that the testing lab knows the agent by."
      />
    </FormDialog>
  )
}

const versionForm = z.object({
  versionId: addressId('Version id'),
  versionLabel: text({ label: 'Label', max: 200 }),
  deployed: z.boolean(),
})

/** Stores a version that was made elsewhere. */
export function AddVersionDialog({ agent, onClose }: { agent: StoredAgent; onClose: () => void }) {
  const form = useForm({
    ...formDefaults,
    defaultValues: { versionId: '', versionLabel: '', deployed: false },
    resolver: standardSchemaResolver(versionForm),
  })
  const { control } = form
  const add = useMutation({
    ...agentMutations.addById(),
    onSuccess: () => {
      toast({ title: 'The version was added' })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Add version by id"
      text="Nothing is sent. This browser remembers the version."
      submit="Add version"
      onSubmit={({ versionId, versionLabel, deployed }) =>
        add.mutate({
          agentId: agent.agentId,
          versionId: versionId.trim(),
          versionLabel: versionLabel.trim() || undefined,
          deployed,
        })
      }
      pending={add.isPending}
      error={add.error}
      onClose={onClose}
    >
      <TextField control={control} name="versionId" label="Version id" required mono />
      <TextField control={control} name="versionLabel" label="Label" />
      <CheckboxField control={control} {...deployedField} />
    </FormDialog>
  )
}

const detailsForm = z.object({
  name: text({ label: 'Name', min: 1, max: 200 }),
  description: text({ label: 'Description', max: 2_000 }),
  atService: z.boolean(),
})

/** Name and description of an agent: here, and at the service where it can. */
export function AgentDetails({
  agent: { agentId, name },
  description,
  answers,
  onClose,
}: {
  agent: StoredAgent
  description: string | undefined
  /** Whether the service answers what is beyond the document. */
  answers: boolean
  onClose: () => void
}) {
  const form = useForm({
    ...formDefaults,
    defaultValues: { name, description: description ?? '', atService: answers },
    resolver: standardSchemaResolver(detailsForm),
  })
  const { control } = form
  const send = useMutation(agentVersionMutations.updateAgent())
  const describe = useMutation({
    ...agentMutations.describe(),
    onSuccess: () => {
      toast({ title: 'The details were saved' })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Edit details"
      text="The versions of the agent stay as they are."
      submit="Save details"
      onSubmit={async (values) => {
        const details = { name: values.name.trim(), description: values.description.trim() }
        if (values.atService) {
          const sent = await send.mutateAsync({ params: { agentId }, body: details }).catch(() => null)
          if (!sent) return
        }
        describe.mutate({ agentId, name: details.name, description: details.description || undefined })
      }}
      pending={send.isPending || describe.isPending}
      stays={send.isPending}
      error={send.error ?? describe.error}
      onClose={onClose}
    >
      <TextField control={control} name="name" label="Name" required />
      <TextareaField control={control} name="description" label="Description" rows={2} />
      {answers && (
        <CheckboxField
          control={control}
          name="atService"
          label="Change it at the service too"
          hint="Without this, only this browser shows the new name."
        />
      )}
    </FormDialog>
  )
}

const notesForm = z.object({
  label: text({ label: 'Label', max: 200 }),
  note: text({ label: 'Note', max: 2_000 }),
})

/** Label and note of a version, stored in this browser. */
export function VersionNotes({
  agentId,
  version: { versionId, label = '', note = '' },
  onClose,
}: {
  agentId: string
  version: NumberedVersion
  onClose: () => void
}) {
  const form = useForm({
    ...formDefaults,
    defaultValues: { label, note },
    resolver: standardSchemaResolver(notesForm),
  })
  const { control } = form
  const describe = useMutation({
    ...agentMutations.describeVersion(),
    onSuccess: () => {
      toast({ title: 'Label and note saved' })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Label and note of the version"
      text="Nothing is sent. Both are stored in this browser."
      submit="Keep"
      onSubmit={(values) =>
        describe.mutate({
          agentId,
          versionId,
          label: values.label.trim() || undefined,
          note: values.note.trim() || undefined,
        })
      }
      pending={describe.isPending}
      error={describe.error}
      onClose={onClose}
    >
      <TextField control={control} name="label" label="Label" />
      <TextareaField control={control} name="note" label="Note" rows={3} />
    </FormDialog>
  )
}
