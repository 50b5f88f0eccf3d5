import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { id, phoneNumber, text } from '../../contract/formats'
import { renderText } from '../../contract/placeholders'
import { schemaOf } from '../../contract/schema'
import { TEST_NUMBERS } from '../../contract/test-numbers'
import { createSmsThread, type SmsThreadRequest } from '../../contract/threads'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { suggestionQueries } from '../../queries/suggestions'
import { threadRecordQueries } from '../../queries/thread-records'
import { mergeThreads } from '../../queries/thread-rows'
import { sentText } from '../../queries/threads'
import { sending } from '../../queries/write'
import { buttonClass } from '../../ui/button'
import { IdField } from '../../ui/fields/id-field'
import { TextareaField, TextField } from '../../ui/fields/inputs'
import { PhoneField } from '../../ui/fields/phone-field'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import { TimeText } from '../../ui/time-text'
import { TestAddresses } from '../-shared/test-addresses'
import { VariableFields } from '../-shared/variable-fields'
import {
  declaredIn,
  emptyVariables,
  findInMessage,
  givenVariables,
  placeVariable,
  variablesFrom,
  variableValues,
} from '../-shared/variable-values'
import { findVersion } from '../-shared/version-choice'
import { useChosenVersion, VersionPicker } from '../-shared/version-picker'
import { CALLS_LEFT_OUT } from './-preflight'
import { smsLength } from './-sms-length'
import { type ChannelFormProps, ThreadForm, useOfferedAgents, useThreadForm } from './-thread-form'

const { agentVersionId, toPhoneNumber, initialMessage } = schemaOf(createSmsThread.sendsBody).shape

/** What the form can say before the service does; the wire's own rules are those of the contract (D14). */
const schema = z.object({
  agentVersionId,
  toPhoneNumber,
  // A service may choose the number (D241); a person says which.
  fromPhoneNumber: phoneNumber('From phone number'),
  fromPhoneNumberId: id('From phone number id'),
  initialMessage,
  leadId: text({ label: 'Lead id', max: 200 }),
  ...variableValues,
})

/** Paths are those of the wire, but for the variables. */
type SmsValues = z.infer<typeof schema>

/** What the fields send. Empty optional ones are not sent (D14). */
export function smsBody(values: SmsValues, declared: readonly DeclaredVariable[]): SmsThreadRequest {
  const { declared: _declared, extra: _extra, ...sent } = values
  return {
    ...sent,
    agentVersionId: sent.agentVersionId.trim(),
    fromPhoneNumberId: sent.fromPhoneNumberId.trim(),
    leadId: sent.leadId.trim() || undefined,
    variables: givenVariables(values, declared),
  }
}

/** Test numbers that do something of their own with an SMS. */
const ANSWERING = TEST_NUMBERS.flatMap((each) =>
  'sms' in each ? [{ name: each.name, happens: each.sms, address: each.phoneNumber }] : [],
)

/** Starts an SMS thread: the first message goes out at once. */
export function SmsThread(props: ChannelFormProps) {
  const { again } = props
  const agents = useOfferedAgents(props)
  const form = useThreadForm<SmsValues>(props, schema, (versionId = '') =>
    again
      ? variablesFrom(again.request.variables, declaredIn(findVersion(agents, versionId)?.version.request))
      : emptyVariables,
  )
  const { control } = form
  const { data: ids } = useQuery(suggestionQueries.ids())
  const values = useWatch({ control }) as SmsValues
  const { agentVersionId: versionId, fromPhoneNumberId: fromId, initialMessage: message } = values
  const { agent, version, isChosen } = useChosenVersion(agents, versionId)
  const declared = useMemo(() => declaredIn(version?.request), [version?.request])
  const defaults = Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue]))
  const preview = renderText(message, givenVariables(values, declared) ?? {}, defaults)
  const isKnown = version?.request !== undefined

  // The number of an offered id need not be typed; one that was typed stays.
  const numbers = ids?.phoneNumberIds
  useEffect(() => {
    const number = numbers?.find(({ id }) => id === fromId)?.label
    const typed = form.getValues('fromPhoneNumber')
    if (number?.startsWith('+') && (typed === '' || numbers?.some(({ label }) => label === typed)))
      form.setValue('fromPhoneNumber', number, {
        shouldValidate: form.getFieldState('fromPhoneNumber').invalid,
      })
  }, [fromId, numbers, form])

  return (
    <ThreadForm
      props={props}
      channel="sms"
      form={form}
      mutation={sending(createSmsThread)}
      operation={createSmsThread}
      toRequest={(sent) => ({ body: smsBody(sent, declared) })}
      place={(errors, sent) =>
        errors.map((error) => ({ ...error, path: placeVariable(error.path, sent, declared) }))
      }
      recipient={(sent) => sent.toPhoneNumber}
      about={{
        agent,
        versionId,
        preview,
        findings: findInMessage(message, 'the message', values, declared, isKnown),
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
        <PhoneField control={control} name="toPhoneNumber" label="To phone number" required />
        {values.toPhoneNumber && <OpenThread values={values} agentId={agent?.agentId} props={props} />}
        <TestAddresses form={form} name="toPhoneNumber" noun="number" addresses={ANSWERING} />
      </div>
      <IdField
        control={control}
        name="fromPhoneNumberId"
        label="From phone number id"
        suggestions={numbers ?? []}
        what="phone number"
        required
      />
      <PhoneField
        control={control}
        name="fromPhoneNumber"
        label="From phone number"
        hint="The number that the id above stands for."
        required
      />
      <TextareaField
        control={control}
        name="initialMessage"
        label="Initial message"
        rows={3}
        max={1_600}
        required
        beside={<SmsCount text={preview.map((piece) => piece.text).join('')} />}
      />
      <TextField control={control} name="leadId" label="Lead id" mono />
      <VariableFields form={form} declared={declared} isKnown={isKnown} isChosen={isChosen} />
    </ThreadForm>
  )
}

const agrees = (one: string | undefined, other: string | undefined) => !one || !other || one === other

/** Says that a thread of the agent, between the same numbers as far as they are known, is open already, or may be. The service decides. */
function OpenThread({
  values: { toPhoneNumber, fromPhoneNumber },
  agentId,
  props: { threads, agents },
}: {
  values: SmsValues
  agentId: string | undefined
  props: ChannelFormProps
}) {
  const { data } = useInfiniteQuery(threadRecordQueries.pages())
  const rows = useMemo(() => mergeThreads(data?.items ?? [], threads, agents), [data, threads, agents])
  const found = rows.find(
    ({ record, started, ...row }) =>
      row.channel === 'sms' &&
      row.to === toPhoneNumber &&
      agrees(row.agentId, agentId) &&
      agrees(record?.fromPhoneNumber ?? (started && sentText(started, 'fromPhoneNumber')), fromPhoneNumber) &&
      (record ? record.isActive !== false : row.state === 'accepted'),
  )
  return (
    found && (
      <Notice
        title={`A thread with this number ${found.record?.isActive ? 'is open' : 'was started before'}.`}
        message={<TimeText time={found.startedAt} />}
        action={
          <Link
            to="/threads/$startedId"
            params={{ startedId: found.id }}
            target="_blank"
            aria-label="Open thread in a new tab"
            className={buttonClass('secondary', 'sm')}
          >
            <ExternalLink size={16} aria-hidden />
            Open thread
          </Link>
        }
      />
    )
  )
}

/** A letter that is seen, or the number of one that is not, or that would turn the words around it. */
const visible = (letter: string) =>
  /^[\p{C}\p{Z}\p{M}]/u.test(letter)
    ? `U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
    : letter

/** How long the message is once its variables are filled in; in segments as carriers count, to whom `{` is two. */
function SmsCount({ text: filled }: { text: string }) {
  const { segments, encoding, left, foreign } = smsLength(filled)
  return (
    <p className="text-ink-muted">
      {countOf([...filled].length, 'character')} in {countOf(segments, 'segment')} ({encoding}), {left} left
      {foreign.length > 0 && filled.length > 0 && (
        <>
          <br />
          <bdi>{foreign.map(visible).join(' ')}</bdi> make it UCS-2, which has less room in a segment.
        </>
      )}
    </p>
  )
}
