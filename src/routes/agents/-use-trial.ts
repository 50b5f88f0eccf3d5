import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { tryVersion } from '../../contract/try-version'
import { at, fieldOf, type VersionContent } from '../../contract/version-content'
import type { NumberedVersion } from '../../queries/service-versions'
import { type Asked, isBusy, markOf, type Side, type TriedVersion } from '../../queries/trial-state'
import { trialOf } from '../../queries/trials'
import { givenOf, useTestValues } from '../-shared/test-values'
import { useOffered } from '../-shared/use-offered'
import { nameOf } from '../-shared/version-name'
import type { AgentKnowledge } from './-agent-knowledge'
import { contentOf } from './-compare-versions'
import { heardOf } from './-try-answer'
import { variablesOf } from './-try-values'

/** What is tried. */
export interface Tried {
  readonly knowledge: AgentKnowledge
  readonly versionId: string
  /** Fields over the version that are not saved, where a form shows it. */
  readonly edits?: TriedVersion['edits']
  /** What it is made of with those fields. */
  readonly content?: VersionContent
  /** How many fields of that form are wrong, `null` while nobody knows; then nothing is asked. */
  readonly wrong?: number | null
  /** Tries another; absent where the page is about this one. */
  readonly onVersion?: (versionId: string) => void
}

/** Whether the agent says something before the customer does: on a call it does, unless its version says no. */
const opens = (content: VersionContent | undefined, agentType: string | undefined) =>
  content !== undefined &&
  at(content, 'speakFirst') !== false &&
  (agentType === 'CALL' ||
    at(content, 'speakFirst') === true ||
    fieldOf(content, 'firstMessage').trim() !== '')

/** The conversation of this tab with versions of an agent, and what can be done with it. */
export function useTrial({ knowledge, versionId, edits, content, wrong = 0, onVersion }: Tried) {
  const { agentId, agentType, name, versions } = knowledge.agent
  const trial = trialOf(useQueryClient(), agentId)
  const state = useSyncExternalStore(trial.subscribe, trial.getSnapshot)
  const { rounds, removed } = state
  const isAbsent = useOffered(tryVersion) === false
  const [values, setValues] = useTestValues(agentId)
  const [spoken, setSpoken] = useState('')

  const isForm = onVersion === undefined
  const tried: NumberedVersion = knowledge.versionOf(versionId) ?? { versionId }
  // Beside itself only without what is not saved.
  const others = versions.filter((each) => edits !== undefined || each.versionId !== versionId)
  const other = others.find((each) => each.versionId === state.otherId)
  const contents = {
    a: content ?? contentOf(knowledge, versionId)?.wire,
    b: other && contentOf(knowledge, other.versionId)?.wire,
  }
  const variables = variablesOf([contents.a, contents.b].filter((each) => each !== undefined))
  const given = Object.entries(givenOf(values)).filter(([each]) => variables.has(each))
  const asked: Asked = {
    a: { versionId, edits },
    b: other && { versionId: other.versionId },
    values: Object.fromEntries(given),
  }
  /** The marks of what is tried now. */
  const marks = { a: markOf(asked.a), b: asked.b && markOf(asked.b) }
  const names: Record<Side, string> = {
    a: other ? (isForm ? `${nameOf(tried)}, as in the form` : nameOf(tried)) : name,
    b: other ? (isForm ? `${nameOf(other)}, as stored` : nameOf(other)) : '',
  }
  const sides: readonly Side[] = other ? ['a', 'b'] : ['a']

  /** Says what came of it to who cannot see it. */
  const hear = async (work: Promise<void>) => {
    setSpoken('')
    await work
    const last = trial.getSnapshot().rounds.at(-1)
    const answers = sides.flatMap((side) => {
      const answer = last?.answers[side]
      return answer ? [heardOf(answer, names[side])] : []
    })
    setSpoken(answers.join(' '))
  }
  const isHeld = wrong !== 0
  const open = () => {
    if (!isHeld && opens(contents.a, agentType)) void hear(trial.say(asked, null))
  }
  const isKnown = contents.a !== undefined && !isHeld
  const begin = useEffectEvent(() => {
    if (rounds.length === 0 && !removed) open()
  })
  useEffect(() => {
    if (isAbsent) trial.takeBack()
    else if (isKnown) begin()
  }, [isAbsent, isKnown, trial])

  return {
    ...{ trial, state, isAbsent, spoken, values, setValues, variables },
    ...{ versions, others, other, contents, asked, marks, names, sides },
    busy: isBusy(state),
    isHeld,
    /** Not every answer is of what is tried now. */
    stale: {
      changed: rounds.some(({ answers }) =>
        sides.some((side) => {
          const [answer, mark] = [answers[side], marks[side]]
          return answer && mark && answer.of !== mark
        }),
      ),
      missing: rounds.some(({ answers }) => sides.some((side) => !answers[side])),
    },
    say: (text: string) => void hear(trial.say(asked, text)),
    edit: (id: number, text: string) => void hear(trial.edit(asked, id, text)),
    again: (side: Side) => void hear(trial.again(asked, side)),
    replay: () => void hear(trial.replay(asked, sides)),
    restart: () => {
      trial.restart()
      open()
    },
    compare: (id: string | undefined) => {
      trial.choose(id)
      if (id && rounds.length > 0 && !isHeld)
        void hear(trial.replay({ ...asked, b: { versionId: id } }, ['b']))
    },
  }
}

export type TrialView = ReturnType<typeof useTrial>
