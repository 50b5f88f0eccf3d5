import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { ChatThread } from '../../contract/chat-reply'
import type { RenderedPiece } from '../../contract/placeholders'
import { textOf, type WriteReply } from '../../contract/reply'
import { listThreads } from '../../contract/thread-records'
import type { Thread } from '../../contract/threads'
import type { VariableFinding } from '../../contract/variable-lint'
import type { StoredAgent } from '../../queries/agents'
import { agentsInDetail } from '../../queries/agents-in-detail'
import type { Channel } from '../../queries/channel'
import { agentOf, recipientOf, type StartedThread, sentText } from '../../queries/threads'
import { StatusBadge, type Tone } from '../../ui/badge'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { formDefaults } from '../../ui/fields/form'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { mayWrite } from '../../ui/role'
import { TimeText } from '../../ui/time-text'
import { draftName, THREAD_WORDS } from '../-shared/channels'
import { useDraft } from '../-shared/draft'
import { RenderedText } from '../-shared/rendered-text'
import { SendForm } from '../-shared/send-form'
import { usualVersion, versionWords } from '../-shared/version-choice'
import { useLateStart } from '../-shared/version-picker'
import { WhereListed } from '../-shared/where-listed'
import { type PreflightNote, usePreflight } from './-preflight'

/** A thread that the service accepted. `body`: what was sent; `error`: its reply could not be read. */
export interface Started {
  readonly channel: Channel
  readonly body: Readonly<Record<string, unknown>>
  readonly reply?: WriteReply<Thread | ChatThread>
  readonly error?: unknown
}

/** What the form of each channel is given. */
export interface ChannelFormProps {
  readonly agents: readonly StoredAgent[]
  readonly threads: readonly StartedThread[]
  /** The thread to begin from, if one is started again. */
  readonly again: StartedThread | undefined
  /** The last one of the channel, and of the agent where one is named: who sends it is filled in from it. */
  readonly last: StartedThread | undefined
  /** The agent and version to begin with. */
  readonly agentId: string | undefined
  readonly versionId: string | undefined
  /** The agent to begin with, also where the address names none: that of the last thread, or the only one (D942). */
  readonly usualAgentId: string | undefined
  readonly onStarted: (started: Started) => void
}

/** The agents whose versions are offered: those of all where the address names none. The form does not wait for them (D654). */
export function useOfferedAgents({ agents, again, agentId }: ChannelFormProps): readonly StoredAgent[] {
  const isNamed = agentId !== undefined || (again && agentOf(again, agents)) !== undefined
  const { data } = useQuery({ ...agentsInDetail(), enabled: !isNamed })
  return data?.agents ?? agents
}

/** Begins with what an earlier thread was started with, else with the usual agent and its usual version. */
export function useThreadForm<Values extends FieldValues>(
  { agents, again, last, usualAgentId: agentId, versionId }: ChannelFormProps,
  schema: z.ZodMiniObject,
  more: (sent: string | undefined) => Partial<Values> = () => ({}),
) {
  const usual: Record<string, string | undefined> = {
    agentId,
    agentVersionId:
      versionId ??
      (usualVersion(agents.find((each) => each.agentId === agentId)) ||
        (last && sentText(last, 'agentVersionId'))),
    fromPhoneNumberId: last && sentText(last, 'fromPhoneNumberId'),
    fromPhoneNumber: last && sentText(last, 'fromPhoneNumber'),
  }
  const sentOr = (name: string) => (again ? sentText(again, name) : usual[name]) ?? ''
  const texts = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, sentOr(name)]))
  const [begun] = useState(() => ({
    defaultValues: { ...texts, ...more(texts.agentVersionId) } as DefaultValues<Values>,
    resolver: standardSchemaResolver<Values, unknown, Values>(schema as never),
  }))
  const form = useForm<Values, unknown, Values>({ ...formDefaults, ...begun })
  useLateStart(form, texts as Partial<Values>)
  // With the sender filled in, the recipient is what is left to say (D723).
  const isTo = (name: string) => last !== undefined && !again && name.startsWith('to')
  const [to] = useState(() => Object.keys(schema.shape).find(isTo) as FieldPath<Values> | undefined)
  useEffect(() => {
    if (to) form.setFocus(to)
  }, [form, to])
  return form
}

/** What the aside and the last question show of a thread before it is started. */
interface ThreadAbout {
  /** Of the version or of the web chat, where this browser has it. */
  readonly agent: StoredAgent | undefined
  /** Absent for a web chat: the service takes the deployed version. */
  readonly versionId?: string
  /** Of a web chat. */
  readonly agentId?: string
  readonly chatOrigin?: string
  /** Of an e-mail. */
  readonly subject?: string
  /** The first message as it arrives. */
  readonly preview?: readonly RenderedPiece[]
  readonly findings?: readonly VariableFinding[]
}

const CHECK_FIRST = (
  <>
    It is not retried automatically, and what you typed stays here. Check{' '}
    <WhereListed operation={listThreads} to="/threads" words="the list of threads" /> first.
  </>
)
const NO_TOKEN = 'Its token did not arrive. Without it a web chat does no harm; you can create another.'

/** The form of one channel, with what to check before it is sent. `recipient`: asks once more, naming whom the first message goes to. */
export function ThreadForm<
  Values extends FieldValues,
  Request extends { readonly body: object; readonly chatOrigin?: string },
  Reply extends WriteReply<Thread> | WriteReply<ChatThread>,
>({
  channel,
  recipient,
  about,
  props: { threads, again, agentId, versionId, onStarted },
  toRequest,
  ...form
}: Pick<
  ComponentProps<typeof SendForm<Values, Values, Request, Reply>>,
  'form' | 'mutation' | 'operation' | 'toRequest' | 'place' | 'children'
> & {
  channel: Channel
  recipient?: (values: Values) => string
  about: ThreadAbout
  props: ChannelFormProps
}) {
  const { thread, start, started: isStarted } = THREAD_WORDS[channel]
  const draft = useDraft(form.form, draftName(channel, again?.id, versionId ?? agentId))
  const notes = [
    ...usePreflight(channel, about),
    ...(about.findings ?? []).map(({ message }) => ({ state: 'doubtful' as const, text: message })),
  ]
  const started = (values: Values, found: Pick<Started, 'reply' | 'error'>) =>
    onStarted({ channel, body: { ...toRequest(values).body }, ...found })
  return (
    <div className="grid gap-6 wide:grid-cols-[minmax(0,44rem)_minmax(16rem,26rem)]">
      <div className="min-w-0">
        <SendForm
          {...form}
          label="New thread"
          submit={`${start} ${thread}`}
          toRequest={(values) => ({
            ...toRequest(values),
            note: { agentId: about.agent?.agentId, chatOrigin: about.chatOrigin },
          })}
          inDoubt={{
            title: `The ${thread} may have been ${isStarted}`,
            text: channel === 'chat' ? NO_TOKEN : CHECK_FIRST,
          }}
          confirm={
            recipient &&
            ((values, asking) => (
              <ConfirmDialog
                {...asking}
                title={`Send the first message to ${recipient(values)}?`}
                description="It is sent at once and cannot be taken back."
                action="Send now"
              >
                <ThreadDoubts
                  to={recipient(values)}
                  body={toRequest(values).body}
                  about={about}
                  notes={notes}
                  threads={threads}
                />
              </ConfirmDialog>
            ))
          }
          draft={draft}
          notice={
            again && <Notice title="Filled in from an earlier thread. Nothing is sent until you start it." />
          }
          onDone={(reply, values) => started(values, { reply })}
          onUnread={(error, values) => started(values, { error })}
        />
      </div>
      {mayWrite() && (
        <aside className="min-w-0">
          <ThreadAside about={about} notes={notes} />
        </aside>
      )}
    </div>
  )
}

const STATES: Readonly<Record<PreflightNote['state'], { tone: Tone; label: string }>> = {
  ok: { tone: 'good', label: 'OK' },
  doubtful: { tone: 'busy', label: 'Doubtful' },
  unknown: { tone: 'unknown', label: 'Unknown' },
  missing: { tone: 'unknown', label: 'Missing' },
}

/** Beside the form: the first message as it arrives, and what a thread needs. */
function ThreadAside({ about: { preview }, notes }: { about: ThreadAbout; notes: readonly PreflightNote[] }) {
  return (
    <div className="flex flex-col gap-4 wide:sticky wide:top-4">
      {preview && (
        <Section title="Preview">
          {preview.length === 0 ? (
            <p className="text-ink-muted">Nothing written yet.</p>
          ) : (
            <RenderedText pieces={preview} className="max-h-80 p-3" />
          )}
        </Section>
      )}
      <Section title="Before it is sent">
        <ul className="grid grid-cols-[auto_minmax(0,1fr)] gap-2 text-sm">
          {notes.map(({ state, text }) => (
            <li key={text} className="col-span-2 grid grid-cols-subgrid items-baseline">
              <span>
                <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>
              </span>
              <span className="wrap-break-word">{text}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

/** So long after a thread with the same recipient, another one may be a mistake (D187), in milliseconds. */
const RECENT_MS = 60 * 60 * 1000

const RECENT = {
  accepted: 'A thread with this recipient was started not long ago.',
  unknown: 'An earlier thread with this recipient may have been started.',
  sending: 'A thread with this recipient is being started.',
  refused: '',
}

/** What speaks for and against a first message. */
function ThreadDoubts({
  to,
  body,
  about: { agent, versionId, subject, preview = [] },
  notes,
  threads,
}: {
  to: string
  /** What is sent. */
  body: object
  about: ThreadAbout
  notes: readonly PreflightNote[]
  threads: readonly StartedThread[]
}) {
  // Once: the thread that is confirmed here must not be found itself.
  const [recent] = useState(() =>
    threads.find(
      (thread) =>
        thread.state !== 'refused' &&
        recipientOf(thread) === to &&
        Date.now() - Date.parse(thread.startedAt) < RECENT_MS,
    ),
  )
  // On a narrow screen the aside stands below the button that led here.
  const doubts = notes.filter(({ state }) => state === 'doubtful').map(({ text }) => text)
  const sent = body as Readonly<Record<string, unknown>>
  const textsOf = (...names: string[]) => names.flatMap((name) => textOf(sent[name]) ?? []).join(', ')
  return (
    <>
      <Facts
        facts={{
          To: to,
          From: textsOf('fromName', 'fromEmail', 'fromPhoneNumber'),
          Agent: agent?.name,
          Version: versionId && <span title={versionId}>{versionWords(agent, versionId)}</span>,
          'Lead id': textsOf('leadId'),
          Subject: subject,
          Message: (
            <span className="line-clamp-6 whitespace-pre-wrap">
              {preview.map(({ text }) => text).join('')}
            </span>
          ),
        }}
      />
      {doubts.length > 0 && <Notice tone="warn" title="Check this first" message={doubts.join('\n')} />}
      {recent && (
        <Notice tone="warn" title={RECENT[recent.state]} message={<TimeText time={recent.startedAt} />} />
      )}
    </>
  )
}
