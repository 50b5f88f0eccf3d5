import { useQuery } from '@tanstack/react-query'
import { agentVersionQueries } from '../../queries/agent-versions'
import { callQuery } from '../../queries/call-record'
import { conversationQueries } from '../../queries/messages'
import { threadRecordQueries } from '../../queries/thread-records'
import { channelOf } from '../../queries/thread-rows'
import { ErrorNotice } from '../-shared/error-notice'
import { textOfMessage } from '../-shared/html-text'
import { sideOf, type Turn, turnsOf } from '../-shared/turns'
import { ScenarioDialog, type ScenarioValues } from './-scenario-dialog'

/** Room that the form's own limits leave for what was said. */
const LENGTHS = { instructions: 18_000, first_message: 5_000 } as const

/** The fields of a scenario in which a customer wants what the person of a conversation wanted. What the agent must do is left to who writes it. `cut`: after how many characters a field was. */
export function scenarioOf(turns: readonly Turn[]): {
  given: Partial<ScenarioValues>
  cut: Partial<Record<keyof typeof LENGTHS, number>>
} {
  const spoken = turns.filter(({ said }) => said.trim() !== '')
  const person = spoken.filter(({ who }) => sideOf(who) === 'person').map(({ said }) => said.trim())
  // Where nobody knows who speaks, a person has to read all of it.
  const lines = person.length > 0 ? person : spoken.map(({ who, said }) => (who ? `${who}: ${said}` : said))
  if (lines.length === 0) return { given: {}, cut: {} }
  const goal =
    person.length > 0
      ? 'You want what this customer wanted. In the conversation the customer said, in this order:'
      : 'You want what the customer of this conversation wanted:'
  const cut: ReturnType<typeof scenarioOf>['cut'] = {}
  const withinLength = (field: keyof typeof LENGTHS, text: string) => {
    const max = LENGTHS[field]
    if (text.length <= max) return text
    cut[field] = max
    // Half of a character is refused.
    return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')
  }
  const given = {
    instructions: withinLength('instructions', `${goal}\n\n${lines.map((line) => `- ${line}`).join('\n')}`),
    first_message: withinLength('first_message', person[0] ?? ''),
  }
  return { given, cut }
}

/** What was said in a thread or in a call of the service, whichever is named, and why it could not be read; no turns until that is known. */
function useTurns(
  thread: string | undefined,
  callId: string | undefined,
): { turns?: readonly Turn[]; error?: unknown } {
  const record = useQuery({ ...threadRecordQueries.one(thread ?? ''), enabled: thread !== undefined })
  const messages = useQuery({
    ...conversationQueries.whole({
      threadId: thread ?? '',
      channel: channelOf(record.data ?? undefined),
    }),
    enabled: thread !== undefined && !record.isPending,
  })
  const call = useQuery({ ...callQuery(callId ?? ''), enabled: callId !== undefined })
  if (thread !== undefined)
    return messages.isPending
      ? {}
      : {
          turns: (messages.data ?? []).map((each) => ({ who: each.direction, said: textOfMessage(each) })),
          error: messages.error,
        }
  if (callId !== undefined)
    return call.isPending ? {} : { turns: turnsOf(call.data?.transcript ?? ''), error: call.error }
  return { turns: [] }
}

/** The form of a new scenario; filled from a thread or a call where one is named. */
export function WriteScenario({
  thread,
  call,
  ...form
}: Omit<Parameters<typeof ScenarioFrom>[0], 'turns' | 'unread'> & {
  thread: string | undefined
  call: string | undefined
}) {
  const { turns, error } = useTurns(thread, call)
  return turns ? <ScenarioFrom turns={turns} unread={error} {...form} /> : null
}

/** The form of a new scenario, filled from what was said. `unread`: why that could not be read. */
export function ScenarioFrom({
  agentId,
  labAgentId,
  turns,
  unread,
  onClose,
}: {
  agentId: string | undefined
  labAgentId: number | undefined
  turns: readonly Turn[]
  unread?: unknown
  onClose: () => void
}) {
  const isAsked = agentId !== undefined && labAgentId === undefined
  const asked = useQuery({ ...agentVersionQueries.list(agentId ?? ''), enabled: isAsked })
  if (isAsked && asked.isPending) return null
  const { given, cut } = scenarioOf(turns)
  return (
    <ScenarioDialog
      labAgentId={labAgentId ?? asked.data?.agent?.testingLabId}
      given={{ ...given, agent: agentId ?? '' }}
      cut={cut}
      notice={<ErrorNotice error={unread} />}
      onClose={onClose}
    />
  )
}
