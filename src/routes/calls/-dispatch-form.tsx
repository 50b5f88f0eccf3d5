import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useFormState, useWatch } from 'react-hook-form'
import { type DispatchResult, dispatchCall } from '../../contract/calls'
import type { WriteReply } from '../../contract/reply'
import type { StoredAgent } from '../../queries/agents'
import { callMutations, type Launch } from '../../queries/calls'
import { describeError } from '../../queries/describe-error'
import { infoQueries } from '../../queries/info'
import { suggestionQueries } from '../../queries/suggestions'
import { Button } from '../../ui/button'
import { FormShell, formDefaults } from '../../ui/fields/form'
import { IdField } from '../../ui/fields/id-field'
import { readJsonObject } from '../../ui/fields/json-text'
import { PhoneField } from '../../ui/fields/phone-field'
import { TextField } from '../../ui/fields/text-field'
import { Notice } from '../../ui/notice'
import { Page, Section } from '../../ui/page'
import { useDraft } from '../-shared/draft'
import { useFormError } from '../-shared/failure'
import { offered } from '../-shared/known-ids'
import { useLeaveGuard } from '../-shared/leave-guard'
import { ShowRequest } from '../-shared/show-request'
import { useToldAgent } from '../-shared/told-agents'
import { useAfterDialog } from '../-shared/use-after-dialog'
import { VariableFields } from '../-shared/variable-fields'
import { declaredIn } from '../-shared/variable-values'
import { type CallFormValues, callResolver, placeErrors, toRequest } from './-call-form'
import { CallSummary } from './-call-summary'
import { ConfirmCall } from './-confirm-call'
import { words } from './-form-words'
import { MetadataField } from './-metadata-field'
import { promptOf } from './-prompt-opening'
import { TestNumbers } from './-test-numbers'
import { VersionNote } from './-version-note'

/** A call that the service took. `error`: it said so, in a reply that cannot be read. */
export interface Accepted {
  readonly values: CallFormValues
  readonly reply?: WriteReply<DispatchResult>
  readonly error?: unknown
}

const metadataOf = (text: string) => {
  const reading = readJsonObject(text)
  return reading.ok ? reading.value : undefined
}

/** Asks for everything a call needs, then asks once more, then sends it once. */
export function DispatchForm({
  start,
  draftName,
  isAgain,
  isGiven,
  agents,
  calls,
  onAccepted,
}: {
  start: CallFormValues
  draftName: string
  isAgain: boolean
  /** The version was asked for, and is not just the one that is taken for deployed. */
  isGiven: boolean
  agents: readonly StoredAgent[]
  calls: readonly Launch[]
  onAccepted: (accepted: Accepted) => void
}) {
  const form = useForm<CallFormValues>({ ...formDefaults, defaultValues: start, resolver: callResolver })
  const { control } = form
  const { isDirty } = useFormState({ control })
  const draft = useDraft(form, draftName, start)
  useLeaveGuard(isDirty, {
    stays: ({ pathname, search }) => pathname === '/calls' && search.place === true,
    onDiscard: draft.clear,
  })
  const { data: ids } = useQuery(suggestionQueries.ids())
  const { data: connection } = useQuery(infoQueries.connection())
  const [agentId, versionId] = useWatch({ control, name: ['agentId', 'versionId'] })
  const known = agents.find((each) => each.agentId === agentId)
  const agent = useToldAgent(known)
  const version = [agent, ...agents]
    .flatMap((each) => each?.versions ?? [])
    .find((each) => each.versionId === versionId)
  const request = version?.request
  const declared = useMemo(() => declaredIn(request), [request])

  // Choosing an agent chooses its deployed version, unless somebody has typed a version that is no other agent's.
  useEffect(() => {
    if (!agent) return
    const chosen = form.getValues('versionId')
    // What this browser took for deployed may be old news; a version that somebody asked for stays.
    const isOld = !isGiven && chosen === known?.deployedVersionId && !form.formState.dirtyFields.versionId
    const isAnothers = agents.some(
      (each) => each.agentId !== agent.agentId && each.versions.some((known) => known.versionId === chosen),
    )
    if (chosen !== '' && !isAnothers && !isOld) return
    form.setValue('versionId', agent.deployedVersionId ?? agent.versions[0]?.versionId ?? '')
  }, [agent, known, agents, form, isGiven])

  const [asking, setAsking] = useState<CallFormValues | null>(null)
  const sent = useRef({ values: start, declared })
  const sending = useRef(false)
  const dispatch = useMutation({
    ...callMutations.dispatch(),
    onSuccess: (reply) => {
      draft.clear()
      onAccepted({ values: sent.current.values, reply })
    },
    onError: (error) => {
      if (describeError(error).outcome !== 'accepted') return
      draft.clear()
      onAccepted({ values: sent.current.values, error })
    },
    onSettled: () => {
      sending.current = false
      setAsking(null)
    },
  })
  const send = () => {
    // `isPending` comes a render later; a second click may come before. One confirmation, one call.
    if (!asking || sending.current) return
    sending.current = true
    sent.current = { values: asking, declared }
    dispatch.mutate({
      params: { agentId: asking.agentId.trim() },
      body: toRequest(asking, declared, metadataOf(asking.metadata)),
    })
  }
  const failure = useFormError(dispatch.error, {
    place: (fields) => placeErrors(fields, sent.current.values, sent.current.declared),
    inDoubt: words.outcome.doubt,
  })
  const error = useAfterDialog(asking ? null : failure)

  return (
    <Page
      title={words.form.title}
      context={words.form.context}
      back={<Link to="/calls">{words.form.back}</Link>}
      aside={
        <CallSummary
          control={control}
          agent={agent}
          declared={declared}
          prompt={promptOf(version?.request)}
        />
      }
    >
      <FormShell
        form={form}
        label={words.form.title}
        onSubmit={(values) => setAsking(values)}
        pending={dispatch.isPending}
        error={error}
        submitLabel={words.form.submit}
        actions={
          <ShowRequest
            operation={dispatchCall}
            request={() => {
              const values = form.getValues()
              return {
                params: { agentId: values.agentId.trim() },
                body: toRequest(values, declared, metadataOf(values.metadata)),
              }
            }}
          />
        }
      >
        {draft.restored ? (
          <Notice
            title={words.form.restored}
            action={<Button onClick={draft.startOver}>{words.form.startOver}</Button>}
          />
        ) : (
          isAgain && <Notice title={words.form.again} />
        )}
        <IdField
          control={control}
          name="agentId"
          label={words.form.agentId}
          suggestions={agents.map((each) => ({ id: each.agentId, label: each.name, note: each.agentType }))}
          what={words.form.noun.agent}
          required
        />
        <div className="flex flex-col gap-2">
          <IdField
            control={control}
            name="versionId"
            label={words.form.versionId}
            suggestions={
              agent
                ? agent.versions.map(({ versionId: id, label }) => ({
                    id,
                    label: label ?? agent.name,
                    note: id === agent.deployedVersionId ? words.form.deployedNote : undefined,
                  }))
                : offered(ids?.versionIds)
            }
            what={words.form.noun.version}
            required
          />
          <VersionNote agent={agent} versionId={versionId} />
        </div>
        <IdField
          control={control}
          name="outboundPhoneNumberId"
          label={words.form.outboundPhoneNumberId}
          suggestions={offered(ids?.phoneNumberIds)}
          what={words.form.noun.number}
          required
        />
        <div className="flex flex-col gap-2">
          <PhoneField control={control} name="toPhoneNumber" label={words.form.toPhoneNumber} required />
          {connection?.service === 'local' && (
            <TestNumbers
              onUse={(number) => {
                form.setValue('toPhoneNumber', number, { shouldDirty: true, shouldValidate: true })
                form.setFocus('toPhoneNumber')
              }}
            />
          )}
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField control={control} name="leadId" label={words.form.leadId} mono />
          <TextField control={control} name="firstName" label={words.form.firstName} />
        </div>
        <Section
          title={words.form.variables}
          hint={
            declared.length > 0
              ? words.form.variablesHint
              : version?.request
                ? words.form.noVariables
                : words.form.unknownVariables
          }
        >
          <VariableFields form={form} declared={declared} isKnown={version?.request !== undefined} />
        </Section>
        <MetadataField control={control} />
      </FormShell>
      {asking && (
        <ConfirmCall
          values={asking}
          agent={agent}
          declared={version?.request ? declared : undefined}
          calls={calls}
          pending={dispatch.isPending}
          onConfirm={send}
          onClose={() => setAsking(null)}
        />
      )}
    </Page>
  )
}
