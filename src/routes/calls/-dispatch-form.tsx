import { useEffect, useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { DispatchResult } from '../../contract/call-placed'
import { listCalls } from '../../contract/call-records'
import { dispatchCall } from '../../contract/calls'
import type { WriteReply } from '../../contract/reply'
import { TEST_NUMBERS } from '../../contract/test-numbers'
import { type DeclaredVariable, lintValues } from '../../contract/variable-lint'
import type { StoredAgent } from '../../queries/agents'
import type { Launch } from '../../queries/calls'
import { sending } from '../../queries/write'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { formDefaults } from '../../ui/fields/form'
import { TextField } from '../../ui/fields/inputs'
import { PhoneField } from '../../ui/fields/phone-field'
import { Notice } from '../../ui/notice'
import { Facts, Page } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import { BackLink } from '../-shared/back-link'
import { useDraft } from '../-shared/draft'
import { NumberName } from '../-shared/number-name'
import { SendForm } from '../-shared/send-form'
import { TestAddresses } from '../-shared/test-addresses'
import { VariableFields } from '../-shared/variable-fields'
import { declaredIn, givenVariables } from '../-shared/variable-values'
import { versionWords } from '../-shared/version-choice'
import { CallerFields, useChosenVersion, VersionNote } from '../-shared/version-picker'
import { WhereListed } from '../-shared/where-listed'
import {
  type CallFormValues,
  type CallStart,
  callResolver,
  placeErrors,
  recentCall,
  toRequest,
} from './-call-form'
import { CallSummary, MissingValues, sentFacts } from './-call-summary'
import { MetadataField } from './-metadata-field'
import { SimulateInbound } from './-simulate-inbound'

/** A call that the service accepted. `error`: its reply could not be read. */
export interface Accepted {
  readonly values: CallFormValues
  readonly reply?: WriteReply<DispatchResult>
  readonly error?: unknown
}

/** Asks for everything a call needs, asks once more, then sends it once. */
export function DispatchForm({
  start,
  search: { again, agent: wanted, version: given },
  agents,
  calls,
  onAccepted,
}: {
  start: CallFormValues
  search: CallStart
  agents: readonly StoredAgent[]
  calls: readonly Launch[]
  onAccepted: (accepted: Accepted) => void
}) {
  const form = useForm<CallFormValues>({ ...formDefaults, defaultValues: start, resolver: callResolver })
  const { control } = form
  // With the caller filled in, the number is what is left to say (D723).
  useEffect(() => {
    if (start.outboundPhoneNumberId && !start.toPhoneNumber) form.setFocus('toPhoneNumber')
  }, [form, start])
  // A draft belongs to what was asked for: one of another call must not stand in for the one to repeat.
  const draft = useDraft(form, ['call', again, wanted, given].filter(Boolean).join(' '))
  const [agentId, versionId] = useWatch({ control, name: ['agentId', 'versionId'] })
  const { agent, version, isChosen } = useChosenVersion(agents, versionId, agentId)
  const request = version?.request
  const declared = useMemo(() => declaredIn(request), [request])
  return (
    <Page
      title="Place call"
      context="One outbound call. It cannot be taken back."
      back={<BackLink to="/calls">Calls</BackLink>}
      aside={
        mayWrite() && <CallSummary control={control} agent={agent} declared={declared} request={request} />
      }
    >
      <SendForm
        form={form}
        label="Place call"
        submit="Place call"
        mutation={sending(dispatchCall)}
        operation={dispatchCall}
        toRequest={(values) => ({
          params: { agentId: values.agentId.trim() },
          body: toRequest(values, declared),
        })}
        place={(errors, values) => placeErrors(errors, values, declared)}
        inDoubt={{
          title: ({ toPhoneNumber }) => `The call to ${toPhoneNumber} may have been placed`,
          text: (
            <>
              It is not retried automatically, and what you typed stays here. Check{' '}
              <WhereListed operation={listCalls} to="/calls" words="the list of calls" /> before you place it
              again.
            </>
          ),
        }}
        confirm={(values, asking) => (
          <ConfirmDialog
            {...asking}
            title={`Place a call to ${values.toPhoneNumber}?`}
            description="The call is placed at once and cannot be taken back."
            action="Place call now"
          >
            <CallDoubts
              values={values}
              agent={agent}
              declared={declared}
              isKnown={request !== undefined}
              calls={calls}
            />
          </ConfirmDialog>
        )}
        draft={draft}
        stays={({ pathname, search }) => pathname === '/calls' && search.place === true}
        notice={
          again !== undefined &&
          start.toPhoneNumber !== '' && (
            <Notice title="Filled in from an earlier call. Nothing is sent until you place it." />
          )
        }
        onDone={(reply, values) => onAccepted({ values, reply })}
        onUnread={(error, values) => onAccepted({ values, error })}
      >
        <CallerFields form={form} agents={agents} isGiven={given !== undefined || again !== undefined} />
        <div className="flex flex-col gap-2">
          <PhoneField control={control} name="toPhoneNumber" label="To phone number" required />
          <TestAddresses
            form={form}
            name="toPhoneNumber"
            noun="number"
            addresses={TEST_NUMBERS.map(({ phoneNumber, name, call }) => ({
              address: phoneNumber,
              name,
              happens: call,
            }))}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="leadId" label="Lead id" mono />
          <TextField control={control} name="firstName" label="First name" />
        </div>
        <VariableFields form={form} declared={declared} isKnown={request !== undefined} isChosen={isChosen} />
        <MetadataField form={form} />
      </SendForm>
      {mayWrite() && (
        <div className="pt-6">
          <SimulateInbound agentId={agentId} />
        </div>
      )}
    </Page>
  )
}

const RECENT = {
  accepted: 'This number was called',
  unknown: 'An earlier call to this number may have been placed',
  sending: 'A call to this number is being placed, since',
  refused: '',
}

/** What is sent, and what speaks against it. `isKnown`: the content of the version is there, so `declared` is all of it. */
function CallDoubts({
  values,
  agent,
  declared,
  isKnown,
  calls,
}: {
  values: CallFormValues
  agent: StoredAgent | undefined
  declared: readonly DeclaredVariable[]
  isKnown: boolean
  calls: readonly Launch[]
}) {
  // Once: the call that is confirmed here must not be found itself.
  const [recent] = useState(() => recentCall(calls, values.toPhoneNumber, Date.now()))
  const findings = isKnown ? lintValues(declared, givenVariables(values, declared) ?? {}) : []
  const unknown = findings.filter(({ kind }) => kind === 'unknown').map(({ message }) => message)
  return (
    <>
      <Facts
        facts={{
          'To phone number': <span className="font-mono">{values.toPhoneNumber}</span>,
          Agent: agent ? agent.name : <code>{shortenId(values.agentId)}</code>,
          Version: <span title={values.versionId}>{versionWords(agent, values.versionId)}</span>,
          'Outbound phone number id': <NumberName id={values.outboundPhoneNumberId} />,
          ...sentFacts(values, declared),
        }}
      />
      <VersionNote agent={agent} versionId={values.versionId} />
      <MissingValues findings={findings} />
      {unknown.length > 0 && <Notice tone="warn" title={unknown.join(' ')} />}
      {recent && (
        <Notice
          tone="warn"
          title={
            <>
              {RECENT[recent.state]} <TimeText time={recent.startedAt} /> by this console.
            </>
          }
        />
      )}
    </>
  )
}
