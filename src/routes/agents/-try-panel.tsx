import { FlaskConical } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { fieldOf } from '../../contract/version-content'
import { type Answer, MESSAGES_MAX, type Round, type Side } from '../../queries/trial-state'
import { Button } from '../../ui/button'
import { roomyScreen, useMedia } from '../../ui/media'
import { LookOnly } from '../../ui/notice'
import { mayWrite } from '../../ui/role'
import { SidePanel } from '../../ui/side-panel'
import { keepForList } from '../../ui/use-return-focus'
import { late } from '../-shared/late'
import { useTakesScenarios } from '../-shared/to-scenario'
import { lacksCollection } from './-deploy-checks'
import { AnswerView } from './-try-answer'
import { TryHead, TryNotices } from './-try-head'
import { findLine, PromptDialog } from './-try-prompt'
import { CustomerTurn, MessageField } from './-try-turn'
import { type Tried, useTrial } from './-use-trial'

const TryByChat = late(async () => (await import('./-try-chat')).TryByChat)
const ScenarioFrom = late(async () => (await import('../testing-lab/-write-scenario')).ScenarioFrom)

/** What counts as the end of the conversation being in sight, in pixels. */
const NEAR_END = 80

type TryProps = Tried & {
  onShowLine?: (start: number, end: number) => void
  /** Goes to the first wrong field of the form. */
  onCorrect?: () => void
  over?: boolean
  onClose: () => void
}

/**
 * A conversation with a version, deployed or not, beside its configuration. Nobody is contacted, and the service stores nothing of it.
 * `over`: it stands above a dialog; `onShowLine`: shows a part of the prompt beside the panel, where the page can.
 */
export function TryPanel(props: TryProps) {
  if (mayWrite()) return <Trial {...props} />
  return (
    <SidePanel partner onClose={props.onClose} title={`Try ${props.knowledge.agent.name}`}>
      <LookOnly />
    </SidePanel>
  )
}

function Trial({ onShowLine, onCorrect, over = false, onClose, ...tried }: TryProps) {
  const { agent, belief } = tried.knowledge
  const view = useTrial(tried)
  const { trial, state, isAbsent, busy, isHeld, sides, names, contents, asked } = view
  const { rounds, typed, threadId } = state
  const takesScenarios = useTakesScenarios()
  const isBeside = useMedia(roomyScreen) && !over
  const [editing, setEditing] = useState<{ id: number; text: string }>()
  const [line, setLine] = useState<{ text: string; prompt: string }>()
  const [isScenario, setScenario] = useState(false)
  const message = useRef<HTMLTextAreaElement>(null)
  /** Done once the panel is gone. */
  const next = useRef<() => void>(undefined)
  const end = useFollowing(rounds)

  // Toasts stand above the field and its button, or "Send" could not be clicked for their seconds.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toasts', '12rem')
    return () => {
      style.removeProperty('--toasts')
    }
  }, [])

  // The buttons that send and stop go as soon as they are pressed.
  const toMessage = () => message.current?.focus()
  const leaveEdit = () => {
    setEditing(undefined)
    toMessage()
  }
  const onEscape = (event: KeyboardEvent) => {
    keepForList(event)
    if (!editing || event.defaultPrevented) return
    event.preventDefault()
    leaveEdit()
  }
  const showLine = (side: Side, text: string) => {
    const prompt = fieldOf(contents[side], 'prompt.system')
    const span = findLine(prompt, text, asked.values)
    if (side === 'a' && isBeside && span && onShowLine) onShowLine(span.start, span.end)
    else setLine({ text, prompt })
  }
  const lackOf = (side: Side, { of }: Answer) => {
    const content = contents[side]
    // What was said by an earlier state may have been looked up.
    if (!content || of !== view.marks[side]) return undefined
    if (!fieldOf(content, 'useKnowledgeBase')) return 'Uses no knowledge'
    return lacksCollection(content) ? 'No collection attached' : undefined
  }
  const hasSaid = rounds.some(({ said }) => said !== null)
  // A first message is mostly fixed, and a failure answers nothing.
  const by = rounds
    .filter(({ said }) => said !== null)
    .flatMap(({ answers }) => sides.map((side) => answers[side]?.end))
    .findLast((end) => end?.by && end.outcome !== 'failed')?.by
  const chatWith = (message: string) => (
    <TryByChat
      agent={agent}
      isDeployed={belief.versionId !== undefined}
      typed={message}
      threadId={threadId}
      onThread={(id) => trial.chat(id)}
    />
  )
  return (
    <SidePanel
      partner
      wide={sides.length > 1}
      over={over}
      first={message}
      next={next}
      onEscape={onEscape}
      onClose={onClose}
      title={`Try ${agent.name}`}
      description={isAbsent ? undefined : 'Nobody is contacted, and the service stores nothing.'}
      footer={
        !isAbsent && (
          <div className="w-full px-2 sm:px-0">
            <MessageField
              label="Message as the customer"
              submit="Send"
              field={message}
              text={typed}
              busy={busy}
              isHeld={isHeld}
              full={
                rounds.length * 2 >= MESSAGES_MAX
                  ? 'This conversation is as long as one can be. Restart it.'
                  : undefined
              }
              onType={(text) => trial.type(text)}
              onSend={(text) => {
                view.say(text)
                toMessage()
              }}
              actions={
                busy && (
                  <Button
                    onClick={() => {
                      trial.stop()
                      toMessage()
                    }}
                  >
                    Stop
                  </Button>
                )
              }
            />
          </div>
        )
      }
    >
      <p role="status" className="sr-only">
        {view.spoken}
      </p>
      {isAbsent ? (
        chatWith(typed)
      ) : (
        <>
          <TryHead
            view={view}
            tried={tried}
            onRestart={() => {
              view.restart()
              leaveEdit()
            }}
            actions={
              takesScenarios && (
                <Button
                  size="sm"
                  icon={FlaskConical}
                  aria-disabled={!hasSaid}
                  onClick={() => hasSaid && setScenario(true)}
                >
                  Make scenario
                </Button>
              )
            }
          />
          {rounds.length === 0 && (
            <p className="m-auto max-w-60 text-center text-ink-muted">
              Write as a customer would. Each answer shows what it rests on.
            </p>
          )}
          <ol aria-label="Conversation" className="@container flex flex-col gap-4">
            {rounds.map(({ id, said, answers }, index) => (
              <li key={id} className="flex min-w-0 flex-col gap-2">
                {said !== null &&
                  (editing?.id === id ? (
                    <MessageField
                      label="Edited message"
                      submit="Send from here"
                      text={editing.text}
                      isHeld={isHeld}
                      autoFocus
                      onType={(text) => setEditing({ id, text })}
                      onSend={(text) => {
                        view.edit(id, text)
                        leaveEdit()
                      }}
                      actions={<Button onClick={leaveEdit}>Cancel</Button>}
                    />
                  ) : (
                    <CustomerTurn said={said} onEdit={() => setEditing({ id, text: said })} />
                  ))}
                <div className={sides.length > 1 ? 'grid gap-3 @min-[30rem]:grid-cols-2' : 'grid'}>
                  {sides.map((side) => {
                    const answer = answers[side]
                    const again = () => {
                      view.again(side)
                      toMessage()
                    }
                    return answer ? (
                      <AnswerView
                        key={side}
                        answer={answer}
                        name={names[side]}
                        lack={lackOf(side, answer)}
                        again={index === rounds.length - 1 && !busy && !isHeld ? again : undefined}
                        onShowLine={(text) => showLine(side, text)}
                      />
                    ) : (
                      <p key={side} className="text-sm text-ink-muted">{`${names[side]}: not asked yet`}</p>
                    )
                  })}
                </div>
              </li>
            ))}
          </ol>
          {by && <p className="text-sm text-ink-muted">{engineWords(by)}</p>}
          <TryNotices
            view={view}
            wrong={tried.wrong}
            onCorrect={() => {
              if (isBeside) return onCorrect?.()
              // It covers the form.
              next.current = onCorrect
              onClose()
            }}
          />
          {rounds.at(-1)?.answers.a?.isMissing && chatWith(rounds.at(-1)?.said ?? '')}
          <div ref={end} />
        </>
      )}
      {line && (
        <PromptDialog
          prompt={line.prompt}
          line={line.text}
          span={findLine(line.prompt, line.text, asked.values)}
          onClose={() => setLine(undefined)}
        />
      )}
      {isScenario && (
        <ScenarioFrom
          agentId={agent.agentId}
          labAgentId={agent.testingLabId}
          turns={turnsIn(rounds)}
          onClose={() => setScenario(false)}
        />
      )}
    </SidePanel>
  )
}

const turnsIn = (rounds: readonly Round[]) =>
  rounds.flatMap(({ said, answers }) => [
    ...(said === null ? [] : [{ who: 'CUSTOMER', said }]),
    ...(answers.a?.said ? [{ who: 'AGENT', said: answers.a.said }] : []),
  ])

/** Who answers, honestly. */
const engineWords = (by: string) =>
  /^rules?\b/i.test(by)
    ? 'Answered by rules from prompt and documents, without a language model.'
    : `Answered by ${by}.`

/** Keeps the end of what scrolls around this in sight while it grows, unless somebody reads further up. */
function useFollowing(rounds: readonly Round[]) {
  // It is there only once the panel stands in the page, which is later than the rounds of an earlier visit.
  const [end, setEnd] = useState<HTMLDivElement | null>(null)
  const before = useRef({ height: 0, count: 0 })
  // After each drawing, because notices under the rounds make it grow, too.
  useLayoutEffect(() => {
    const box = end?.parentElement
    if (!box) return
    const { height, count } = before.current
    const wasAtEnd = height - box.scrollTop - box.clientHeight < NEAR_END
    if (wasAtEnd || rounds.length !== count) box.scrollTop = box.scrollHeight
    before.current = { height: box.scrollHeight, count: rounds.length }
  })
  return setEnd
}
