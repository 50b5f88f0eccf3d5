import { type KnownScenario, nameOfScenario } from '../../queries/lab-scenarios'
import { Notice } from '../../ui/notice'
import { Section } from '../../ui/page'
import { conversationsOf } from './-run-numbers'
import { words } from './-run-words'

/** What is shown of a long list. */
const SHOWN = 12

/** How many conversations there will be, and of what. */
export function RunSummary({
  chosen,
  labAgentId,
  frequency,
}: {
  chosen: readonly { readonly key: string; readonly scenario?: KnownScenario }[]
  labAgentId: number | null
  frequency: number | null
}) {
  const without = chosen.filter(({ scenario }) => scenario?.told && !scenario.told.expectedOutcome).length
  const others = chosen.filter(
    ({ scenario }) =>
      labAgentId !== null && scenario?.labAgentId !== undefined && scenario.labAgentId !== labAgentId,
  ).length
  const times = conversationsOf(1, frequency)
  return (
    <Section title={words.summary}>
      <p role="status" className="font-semibold">
        {chosen.length === 0
          ? words.noSum
          : words.sum(chosen.length, times, conversationsOf(chosen.length, frequency))}
      </p>
      {others > 0 && <Notice tone="warn" title={words.others(others)} />}
      {without > 0 && <Notice title={words.without(without)} />}
      {chosen.length > 0 && (
        <ul className="list-disc pl-4 text-sm">
          {chosen.slice(0, SHOWN).map(({ key, scenario }) => (
            <li key={key} className="break-words">
              {scenario ? nameOfScenario(scenario) : key}
            </li>
          ))}
          {chosen.length > SHOWN && <li>{words.more(chosen.length - SHOWN)}</li>}
        </ul>
      )}
    </Section>
  )
}
