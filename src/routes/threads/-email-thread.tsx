import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type RenderedPiece, renderText } from '../../contract/placeholders'
import { createEmailThread } from '../../contract/threads'
import type { VariableFinding } from '../../contract/variable-lint'
import { formDefaults } from '../../ui/fields/form'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { declaredIn } from '../-shared/variable-values'
import { type ChannelFormProps, firstVersion, useFoundVersion } from './-channel-form'
import { ConfirmThread } from './-confirm-thread'
import {
  type EmailFormValues,
  emailResolver,
  emptyEmail,
  fromEmailThread,
  toEmailRequest,
} from './-email-form'
import { FormShellAside } from './-form-shell-aside'
import { words } from './-new-thread-words'
import { preflight } from './-preflight'
import { ThreadAside } from './-thread-aside'
import { ThreadForm } from './-thread-form'
import { VersionField } from './-version-field'

/** Variables that nothing fills, each once. */
const unfilled = (preview: readonly RenderedPiece[]): VariableFinding[] =>
  [...new Set(preview.flatMap(({ name, filled }) => (name !== undefined && !filled ? [name] : [])))].map(
    (name) => ({ kind: 'missing', severity: 'warning', name, message: words.aside.unfilled(name) }),
  )

/** Starts an e-mail thread: the first message goes out at once. */
export function EmailThread(props: ChannelFormProps) {
  const { agents, threads, again, onStarted } = props
  const [start] = useState<EmailFormValues>(() =>
    again ? fromEmailThread(again) : { ...emptyEmail, agentVersionId: firstVersion(props) },
  )
  const form = useForm<EmailFormValues>({ ...formDefaults, defaultValues: start, resolver: emailResolver })
  const { control } = form
  const [versionId, message] = useWatch({ control, name: ['agentVersionId', 'firstMessage'] })
  const found = useFoundVersion(agents, versionId)
  // The request has no variables (§2), so only defaults can fill them.
  const defaults = Object.fromEntries(
    declaredIn(found?.version.request).map(({ name, defaultValue }) => [name, defaultValue]),
  )
  const preview = renderText(message, {}, defaults)
  const findings = unfilled(preview)
  const notes = preflight({ channel: 'email', agent: found?.agent, versionId })
  return (
    <FormShellAside aside={<ThreadAside preview={preview} findings={findings} notes={notes} />}>
      <ThreadForm
        channel="email"
        form={form}
        start={start}
        draftName={['e-mail thread', again?.id, props.versionId ?? props.agentId].filter(Boolean).join(' ')}
        isAgain={again !== undefined}
        operation={createEmailThread}
        toBody={(values) => ({ ...toEmailRequest(values) })}
        ask={(asked, question) => (
          <ConfirmThread
            {...question}
            to={asked.toEmail.trim()}
            agent={found?.agent}
            versionId={asked.agentVersionId}
            message={asked.firstMessage}
            threads={threads}
            notes={notes}
            findings={findings}
          />
        )}
        onStarted={onStarted}
      >
        <VersionField control={control} agents={agents} />
        <TextField control={control} name="toEmail" label={words.toEmail} type="email" required />
        <TextField control={control} name="subject" label={words.subject} required />
        <TextareaField
          control={control}
          name="firstMessage"
          label={words.firstMessage}
          rows={6}
          max={100_000}
          required
        />
        <TextField control={control} name="leadId" label={words.leadId} mono />
      </ThreadForm>
    </FormShellAside>
  )
}
