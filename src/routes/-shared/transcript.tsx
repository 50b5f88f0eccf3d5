import type { ReactNode } from 'react'
import type { CallTurn } from '../../contract/call-record'
import { Section } from '../../ui/page'
import { AnswerGrounds } from './answer-grounds'
import { sideOf, turnsOf } from './turns'

const NAMES = { agent: 'Agent', person: 'Customer' } as const

/** What was said, turn by turn, as far as the call is. `turns`: where the service tells them apart; `action`: what can be done with it. */
export function Transcript({
  text,
  turns,
  action,
}: {
  text: string
  turns?: readonly CallTurn[]
  action: ReactNode
}) {
  const shown: readonly Partial<CallTurn>[] = turns ?? turnsOf(text)
  return (
    // The button comes a moment later than what was said.
    <Section title="Transcript" action={<div className="min-h-6.5">{action}</div>}>
      <ol aria-live="polite" className="flex flex-col gap-2 rounded-md border border-line p-2 text-sm">
        {shown.map(({ who, said, grounds }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no id and keep their places
          <li key={at} dir="auto" className="whitespace-pre-wrap wrap-anywhere [&>details]:mt-1">
            {who && <span className="font-semibold">{nameOf(who)}: </span>}
            {said}
            {grounds && <AnswerGrounds grounds={grounds} />}
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Who speaks, in words; what nobody has words for is shown raw. */
function nameOf(who: string): string {
  const side = sideOf(who)
  return side ? NAMES[side] : who
}
