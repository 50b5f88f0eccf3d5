import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { type RenderedPiece, renderText } from '../../contract/placeholders'
import { schemaOf } from '../../contract/schema'
import { createEmailThread, type EmailThreadRequest } from '../../contract/threads'
import type { VariableFinding } from '../../contract/variable-lint'
import { sentText, threadMutations } from '../../queries/threads'
import { formDefaults } from '../../ui/fields/form'
import { TextareaField, TextField } from '../../ui/fields/inputs'
import { declaredIn } from '../-shared/variable-values'
import { usualVersion } from '../-shared/version-choice'
import { useChosenVersion, VersionPicker } from '../-shared/version-picker'
import { type ChannelFormProps, ThreadForm } from './-thread-form'

const { agentVersionId, toEmail, subject, firstMessage } = schemaOf(createEmailThread.sendsBody).shape
const leadId = text({ label: 'Lead id', max: 200 })
const emailForm = z.object({ agentVersionId, toEmail, subject, firstMessage, leadId })
type EmailValues = Record<keyof typeof emailForm.shape, string>
const NAMES = Object.keys(emailForm.shape) as (keyof EmailValues)[]

/** Empty optional fields are not sent (D14). */
const bodyOf = (values: EmailValues): EmailThreadRequest => ({
  ...values,
  agentVersionId: values.agentVersionId.trim(),
  toEmail: values.toEmail.trim(),
  leadId: values.leadId.trim() || undefined,
})

/** Variables that nothing fills, each once. */
const unfilled = (preview: readonly RenderedPiece[]): VariableFinding[] =>
  [...new Set(preview.flatMap(({ name, filled }) => (name !== undefined && !filled ? [name] : [])))].map(
    (name) => ({
      kind: 'missing',
      severity: 'warning',
      name,
      message: `{{${name}}} is sent as it is: an e-mail thread takes no variables, and no default for it is known here.`,
    }),
  )

/** Starts an e-mail thread: the first message goes out at once. */
export function EmailThread(props: ChannelFormProps) {
  const { agents, again, agentId, versionId: wanted } = props
  const [start] = useState(() => {
    const sent = NAMES.map((name) => [name, (again && sentText(again, name)) ?? ''])
    const usual = wanted ?? usualVersion(agents.find((each) => each.agentId === agentId))
    return { ...Object.fromEntries(sent), ...(!again && { agentVersionId: usual }) } as EmailValues
  })
  const form = useForm<EmailValues>({
    ...formDefaults,
    defaultValues: start,
    resolver: standardSchemaResolver<EmailValues, unknown, EmailValues>(emailForm),
  })
  const { control } = form
  const [versionId, message] = useWatch({ control, name: ['agentVersionId', 'firstMessage'] })
  const { agent, version } = useChosenVersion(agents, versionId)
  // The request has no variables (§2), so only defaults can fill them.
  const defaults = Object.fromEntries(
    declaredIn(version?.request).map(({ name, defaultValue }) => [name, defaultValue]),
  )
  const preview = renderText(message, {}, defaults)
  return (
    <ThreadForm
      {...props}
      channel="email"
      form={form}
      draft={['e-mail thread', again?.id, wanted ?? agentId]}
      mutation={threadMutations.email()}
      operation={createEmailThread}
      toRequest={(values) => ({ body: bodyOf(values) })}
      recipient={(values) => values.toEmail.trim()}
      about={{ agent, versionId, preview, findings: unfilled(preview) }}
    >
      <VersionPicker
        form={form}
        name="agentVersionId"
        label="Agent version id"
        agents={agents}
        first="TEXT"
        required
      />
      <TextField control={control} name="toEmail" label="To e-mail" type="email" required />
      <TextField control={control} name="subject" label="Subject" required />
      <TextareaField
        control={control}
        name="firstMessage"
        label="First message"
        rows={6}
        max={100_000}
        required
      />
      <TextField control={control} name="leadId" label="Lead id" mono />
    </ThreadForm>
  )
}
