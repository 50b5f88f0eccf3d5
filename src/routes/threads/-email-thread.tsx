import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { text } from '../../contract/formats'
import { type RenderedPiece, renderText } from '../../contract/placeholders'
import { schemaOf } from '../../contract/schema'
import { TEST_EMAILS } from '../../contract/test-numbers'
import { createEmailThread, type EmailThreadRequest } from '../../contract/threads'
import type { VariableFinding } from '../../contract/variable-lint'
import { sending } from '../../queries/write'
import { TextareaField, TextField } from '../../ui/fields/inputs'
import { TestAddresses } from '../-shared/test-addresses'
import { declaredIn } from '../-shared/variable-values'
import { useChosenVersion, VersionPicker } from '../-shared/version-picker'
import { CALLS_LEFT_OUT } from './-preflight'
import { type ChannelFormProps, ThreadForm, useOfferedAgents, useThreadForm } from './-thread-form'

const { agentVersionId, toEmail, subject, firstMessage } = schemaOf(createEmailThread.sendsBody).shape
const leadId = text({ label: 'Lead id', max: 200 })
const emailForm = z.object({ agentVersionId, toEmail, subject, firstMessage, leadId })
type EmailValues = Record<keyof typeof emailForm.shape, string>

/** What the fields send. Empty optional ones are not sent (D14). */
export const emailBody = (values: EmailValues): EmailThreadRequest => ({
  ...values,
  agentVersionId: values.agentVersionId.trim(),
  toEmail: values.toEmail.trim(),
  leadId: values.leadId.trim() || undefined,
})

/** Variables that nothing fills, each once. */
const unfilled = (preview: readonly RenderedPiece[], why: string): VariableFinding[] =>
  [...new Set(preview.flatMap(({ name, filled }) => (name !== undefined && !filled ? [name] : [])))].map(
    (name) => ({
      kind: 'missing',
      severity: 'warning',
      name,
      message: `{{${name}}} ${why}`,
    }),
  )

const NO_DEFAULT =
  'is sent as it is: an e-mail thread takes no variables, and no default for it is known here.'
const IN_SUBJECT = 'in the subject is sent as it is. Only the message is filled in.'

/** Starts an e-mail thread: the first message goes out at once. */
export function EmailThread(props: ChannelFormProps) {
  const agents = useOfferedAgents(props)
  const form = useThreadForm<EmailValues>(props, emailForm)
  const { control } = form
  const [versionId, message, subject] = useWatch({
    control,
    name: ['agentVersionId', 'firstMessage', 'subject'],
  })
  const { agent, version } = useChosenVersion(agents, versionId)
  // The request has no variables (§2), so only defaults can fill them.
  const defaults = Object.fromEntries(
    declaredIn(version?.request).map(({ name, defaultValue }) => [name, defaultValue]),
  )
  const preview = renderText(message, {}, defaults)
  return (
    <ThreadForm
      props={props}
      channel="email"
      form={form}
      mutation={sending(createEmailThread)}
      operation={createEmailThread}
      toRequest={(values) => ({ body: emailBody(values) })}
      recipient={(values) => values.toEmail.trim()}
      about={{
        agent,
        versionId,
        subject,
        preview,
        findings: [...unfilled(renderText(subject, {}), IN_SUBJECT), ...unfilled(preview, NO_DEFAULT)],
      }}
    >
      <VersionPicker
        form={form}
        name="agentVersionId"
        label="Agent version id"
        agents={agents}
        first="TEXT"
        without="CALL"
        hint={CALLS_LEFT_OUT}
        required
      />
      <div className="flex flex-col gap-2">
        <TextField control={control} name="toEmail" label="To e-mail" type="email" required />
        <TestAddresses
          form={form}
          name="toEmail"
          noun="address"
          nouns="addresses"
          addresses={TEST_EMAILS.map(({ domain, ...each }) => ({
            ...each,
            address: `anybody@${domain === 'invalid' ? 'bounces.invalid' : domain}`,
          }))}
        />
      </div>
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
