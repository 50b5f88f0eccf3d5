import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { renderText } from '../../contract/placeholders'
import { createSmsThread } from '../../contract/threads'
import { suggestionQueries } from '../../queries/suggestions'
import { formDefaults } from '../../ui/fields/form'
import { IdField } from '../../ui/fields/id-field'
import { PhoneField } from '../../ui/fields/phone-field'
import { TextField } from '../../ui/fields/text-field'
import { TextareaField } from '../../ui/fields/textarea-field'
import { offered } from '../-shared/known-ids'
import { VariableFields } from '../-shared/variable-fields'
import { declaredIn, findInMessage, givenVariables } from '../-shared/variable-values'
import { type ChannelFormProps, findVersion, firstVersion, useFoundVersion } from './-channel-form'
import { ConfirmThread } from './-confirm-thread'
import { FormShellAside } from './-form-shell-aside'
import { words } from './-new-thread-words'
import { preflight } from './-preflight'
import {
  emptySms,
  fromSmsThread,
  placeSmsErrors,
  type SmsFormValues,
  smsResolver,
  toSmsRequest,
} from './-sms-form'
import { smsLength } from './-sms-length'
import { ThreadAside } from './-thread-aside'
import { ThreadForm } from './-thread-form'
import { VersionField } from './-version-field'

/** Starts an SMS thread: the first message goes out at once. */
export function SmsThread(props: ChannelFormProps) {
  const { agents, threads, again, onStarted } = props
  const declaredOf = (versionId: string) => declaredIn(findVersion(agents, versionId)?.version.request)
  const [start] = useState<SmsFormValues>(() =>
    again ? fromSmsThread(again, declaredOf) : { ...emptySms, agentVersionId: firstVersion(props) },
  )
  const form = useForm<SmsFormValues>({ ...formDefaults, defaultValues: start, resolver: smsResolver })
  const { control } = form
  const { data: ids } = useQuery(suggestionQueries.ids())
  const [versionId, fromId, message] = useWatch({
    control,
    name: ['agentVersionId', 'fromPhoneNumberId', 'initialMessage'],
  })
  const values = useWatch({ control }) as SmsFormValues
  const found = useFoundVersion(agents, versionId)
  const declared = useMemo(() => declaredIn(found?.version.request), [found?.version.request])
  const defaults = Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue]))
  const preview = renderText(message, givenVariables(values, declared) ?? {}, defaults)

  // The number that a known id stands for need not be typed; one that was typed stays.
  const numbers = ids?.phoneNumberIds
  useEffect(() => {
    const number = numbers?.find(({ value }) => value === fromId)?.label
    const typed = form.getValues('fromPhoneNumber')
    if (number?.startsWith('+') && (typed === '' || numbers?.some(({ label }) => label === typed)))
      form.setValue('fromPhoneNumber', number)
  }, [fromId, numbers, form])

  const isKnown = found?.version.request !== undefined
  const findings = findInMessage(message, words.aside.message, values, declared, isKnown)
  const notes = preflight({ channel: 'sms', agent: found?.agent, versionId })
  return (
    <FormShellAside aside={<ThreadAside preview={preview} findings={findings} notes={notes} />}>
      <ThreadForm
        channel="sms"
        form={form}
        start={start}
        draftName={['sms thread', again?.id, props.versionId ?? props.agentId].filter(Boolean).join(' ')}
        isAgain={again !== undefined}
        operation={createSmsThread}
        toBody={(sent) => toSmsRequest(sent, declared)}
        place={(errors, sent) => placeSmsErrors(errors, sent, declared)}
        ask={(asked, question) => (
          <ConfirmThread
            {...question}
            to={asked.toPhoneNumber}
            agent={found?.agent}
            versionId={asked.agentVersionId}
            message={preview.map(({ text }) => text).join('')}
            threads={threads}
            notes={notes}
            findings={findings}
          />
        )}
        onStarted={onStarted}
      >
        <VersionField control={control} agents={agents} />
        <PhoneField control={control} name="toPhoneNumber" label={words.toPhoneNumber} required />
        <IdField
          control={control}
          name="fromPhoneNumberId"
          label={words.fromPhoneNumberId}
          suggestions={offered(numbers)}
          what={words.noun.number}
          required
        />
        <PhoneField
          control={control}
          name="fromPhoneNumber"
          label={words.fromPhoneNumber}
          hint={words.fromPhoneNumberHint}
          required
        />
        <TextareaField
          control={control}
          name="initialMessage"
          label={words.initialMessage}
          rows={3}
          max={1_600}
          required
          beside={<SmsCount text={preview.map(({ text }) => text).join('')} />}
        />
        <TextField control={control} name="leadId" label={words.leadId} mono />
        <VariableFields form={form} declared={declared} isKnown={isKnown} />
      </ThreadForm>
    </FormShellAside>
  )
}

/** How long the message is once its variables are filled in, as carriers count. */
function SmsCount({ text }: { text: string }) {
  const { units, segments, encoding, left, foreign } = smsLength(text)
  return (
    <p className="text-ink-muted">
      {words.length(units, segments, encoding, left)}
      {foreign.length > 0 && text.length > 0 && (
        <>
          <br />
          {words.foreign(foreign.join(' '))}
        </>
      )}
    </p>
  )
}
