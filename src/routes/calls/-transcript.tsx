import { Section } from '../../ui/page'
import { turnsOf } from './-turns'

/** What was said, turn by turn. */
export function Transcript({ text }: { text: string }) {
  return (
    <Section title="Transcript">
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
