import type { ReactNode } from 'react'
import { Section } from '../../ui/page'
import { turnsOf } from '../-shared/turns'

/** What was said, turn by turn. `action`: what can be done with it. */
export function Transcript({ text, action }: { text: string; action: ReactNode }) {
  return (
    <Section title="Transcript" action={action}>
      <ol className="flex flex-col gap-2 rounded-md border border-line p-2 text-sm">
        {turnsOf(text).map(({ who, said }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no id and keep their places
          <li key={at} className="whitespace-pre-wrap wrap-anywhere">
            {who && <span className="font-semibold">{who}: </span>}
            {said}
          </li>
        ))}
      </ol>
    </Section>
  )
}
