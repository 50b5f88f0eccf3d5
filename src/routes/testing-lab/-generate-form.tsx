import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { schemaOf } from '../../contract/schema'
import { type GeneratedReply, type GenerateRequest, generateScenarios } from '../../contract/testing-lab'
import type { LedgerEntry } from '../../queries/activity'
import type { StoredAgent } from '../../queries/agents'
import { infoQueries } from '../../queries/info'
import { labMutations } from '../../queries/lab-changes'
import { buttonClass } from '../../ui/button'
import { formDefaults } from '../../ui/fields/form'
import { CheckboxField, NumberField, TextareaField } from '../../ui/fields/inputs'
import { Notice } from '../../ui/notice'
import { countOf, isolated } from '../../ui/numbers'
import { useDraft } from '../-shared/draft'
import { OtherFields } from '../-shared/other-fields'
import { SendForm } from '../-shared/send-form'
import { SentOutcome } from '../-shared/sent-outcome'
import { LabAgentFields, TagsField } from './-lab-fields'

/** What the fields hold. Paths are those of the wire, but for `agent`, which is this browser's own. */
export const emptyGeneration = {
  agent: '',
  agent_id: null as number | null,
  num_scenarios: 10 as number | null,
  inbound_phone_number: null as number | null,
  first_message: '',
  extra_instructions: '',
  generate_expected_outcomes: true,
  tags: [] as string[],
}

type GenerateValues = typeof emptyGeneration

const schema = schemaOf(generateScenarios.sendsBody)
const { shape } = schema

/** What the form begins with: a request that was sent before, where one is given. */
export function generationOf(before: unknown): GenerateValues {
  const { data } = schema.safeParse(before)
  return { ...emptyGeneration, ...data }
}

export const generateResolver = standardSchemaResolver<GenerateValues, unknown, GenerateValues>(
  z.object({
    ...shape,
    agent: z.string(),
    inbound_phone_number: z.nullable(shape.inbound_phone_number),
  }) as never,
)

/** The request that the values stand for. Empty optional fields are not sent (D14); a number that is needed and not there yet is `null`, which the operation refuses. */
export const toGenerateRequest = (values: GenerateValues): GenerateRequest => ({
  agent_id: values.agent_id as number,
  num_scenarios: values.num_scenarios as number,
  ...(values.inbound_phone_number !== null && { inbound_phone_number: values.inbound_phone_number }),
  ...(values.first_message.trim() && { first_message: values.first_message }),
  ...(values.extra_instructions.trim() && { extra_instructions: values.extra_instructions }),
  generate_expected_outcomes: values.generate_expected_outcomes,
  ...(values.tags.length > 0 && { tags: values.tags }),
})

/** What came back, or why it could not be read although the service accepted it. */
export interface Generation {
  /** Of which agent, where one was chosen. */
  readonly agentId: string | undefined
  /** What was asked for. */
  readonly values: GenerateValues
  readonly reply?: GeneratedReply
  readonly error?: unknown
}

/** Asks for scenarios with every field of §2. `again`: the record of the request that it begins with; `more`: what was asked for just now. */
export function GenerateForm({
  agents,
  agentId,
  again,
  more,
  onDone,
}: {
  agents: readonly StoredAgent[]
  agentId: string | undefined
  again: Pick<LedgerEntry, 'id' | 'body'> | undefined
  more: GenerateValues | undefined
  onDone: (done: Generation) => void
}) {
  const [start] = useState<GenerateValues>(() => {
    if (more) return more
    const before = generationOf(again?.body)
    const labId = agents.find((each) => each.agentId === agentId)?.testingLabId
    return { ...before, agent: agentId ?? '', agent_id: before.agent_id ?? labId ?? null }
  })
  const form = useForm<GenerateValues>({ ...formDefaults, defaultValues: start, resolver: generateResolver })
  const { control } = form
  return (
    <div className="w-full max-w-[44rem]">
      <SendForm
        form={form}
        label="Generate scenarios"
        submit="Generate scenarios"
        mutation={labMutations.generate()}
        operation={generateScenarios}
        toRequest={(values) => ({
          body: toGenerateRequest(values),
          note: { agentId: values.agent.trim() || undefined },
        })}
        inDoubt={{
          title: "We don't know if scenarios were generated",
          text: 'Check the testing lab before you send it again, or there may be twice as many.',
        }}
        draft={useDraft(form, ['generate', again?.id ?? agentId].filter(Boolean).join(' '))}
        notice={
          again && <Notice title="Filled in from an earlier request. Nothing is sent until you generate." />
        }
        onDone={(reply, values) => onDone({ agentId: values.agent.trim() || undefined, values, reply })}
        onUnread={(error, values) => onDone({ agentId: values.agent.trim() || undefined, values, error })}
      >
        <LabAgentFields form={form} agents={agents} />
        <NumberField control={control} name="num_scenarios" label="Number of scenarios" required />
        <NumberField
          control={control}
          name="inbound_phone_number"
          label="Inbound phone number id"
          hint="A whole number. Only for conversations that come in by phone."
        />
        <TextareaField
          control={control}
          name="first_message"
          label="First message"
          hint="What the simulated customer says first, in every scenario."
          rows={2}
        />
        <TextareaField
          control={control}
          name="extra_instructions"
          label="Extra instructions"
          hint="What to include: edge cases, upset customers, questions outside of the documents."
          rows={3}
        />
        <CheckboxField
          control={control}
          name="generate_expected_outcomes"
          label="Generate expected outcomes"
          hint="Without them a run cannot be judged."
        />
        <TagsField control={control} name="tags" label="Tags" hint="Runs can be chosen by tag." />
      </SendForm>
    </div>
  )
}

/** What came back, whatever its shape, and where to go on. */
export function Generated({
  done: { agentId, values, reply, error },
  onAnother,
}: {
  done: Generation
  onAnother: () => void
}) {
  const { data: info } = useQuery(infoQueries.connection())
  const items = reply?.items ?? []
  const unreadable = reply?.unreadable.length ?? 0
  const wanted = values.num_scenarios ?? 0
  // Only of the local service it is known why (D32).
  const isEnd = info?.service === 'local' && reply && unreadable === 0 && items.length < wanted
  const writers = [...new Set(items.flatMap(({ generatedBy }) => generatedBy ?? []))]
  const title =
    items.length > 0
      ? `${countOf(items.length, 'scenario')} came back`
      : isEnd
        ? 'There are no further scenarios'
        : reply
          ? 'The service answered, and no scenario could be read from its answer'
          : 'The request was accepted, and no scenario came back'
  return (
    <SentOutcome
      title={title}
      text={
        <>
          <p className="font-semibold text-ink">{title}</p>
          {items.length === 0 && !isEnd
            ? `The service may still be writing them. ${reply ? 'Its answer is shown below; once' : 'Once'} you know an id, add it by hand.`
            : [
                writers.length > 0 && `Written by ${writers.join('; ')}.`,
                isEnd &&
                  `You asked for ${wanted}. The prompt and documents of this agent lead to no further ones. Change them, or write a scenario by hand.`,
              ]
                .filter(Boolean)
                .join(' ')}
        </>
      }
      error={error}
      show={
        <>
          <Link to="/testing-lab" search={{ agent: agentId }} className={buttonClass()}>
            Show in Testing lab
          </Link>
          {items.length > 0 && (
            <Link
              to="/testing-lab/run"
              search={{ agent: agentId, scenarios: items.map(({ id }) => id).join(',') }}
              className={buttonClass('primary')}
            >
              Run these
            </Link>
          )}
        </>
      }
      another="Generate more"
      onAnother={onAnother}
    >
      {unreadable > 0 && (
        <Notice
          tone="warn"
          title={`${countOf(unreadable, 'item')} of the answer could not be read; the whole answer is below.`}
        />
      )}
      {items.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
          {items.map((scenario) => (
            <li key={scenario.id} className="flex flex-col gap-1 px-3 py-2 text-sm">
              <p>
                <span className="font-semibold break-words">{scenario.name}</span>{' '}
                <code className="text-ink-muted">{scenario.id}</code>
              </p>
              {scenario.tags && scenario.tags.length > 0 && (
                <p className="text-ink-muted">{scenario.tags.map(isolated).join(', ')}</p>
              )}
              {scenario.instructions && (
                <p className="break-words whitespace-pre-wrap">{scenario.instructions}</p>
              )}
              <p className="break-words text-ink-muted">
                {scenario.expectedOutcome ||
                  (scenario.expectedOutcome === '' ? 'No expected outcome' : 'Expected outcome not reported')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {reply && !isEnd && (items.length === 0 || unreadable > 0) && (
        <OtherFields fields={reply.raw ?? null} title="The answer as it came" />
      )}
    </SentOutcome>
  )
}
