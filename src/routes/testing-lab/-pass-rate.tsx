import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type LabRun, type LabScenario, labAgentOfRun } from '../../queries/lab-records'
import { countOf, formatCount } from '../../ui/numbers'
import { Section } from '../../ui/page'
import { TimeText } from '../../ui/time-text'
import { inSentence } from '../-shared/version-name'
import { scenariosOf, titleOfRun, useScenarios, versionText } from './-lab-data'
import { numbersOf, passedText, passRate, percentText, resultsOf } from './-run-numbers'

/** The plot has room for so many; older ones stand in the list. */
const SHOWN = 20
const WIDTH = 480
const HEIGHT = 120
const EDGE = 8
/** Room for the percentages at the left. */
const SCALE = 48

/** Where the points of these rates stand, from left to right; a rate of 1 is at the top. */
export function plotPoints(rates: readonly number[]): readonly (readonly [x: number, y: number])[] {
  const step = rates.length > 1 ? (WIDTH - SCALE - EDGE) / (rates.length - 1) : 0
  const start = rates.length > 1 ? SCALE : WIDTH / 2
  return rates.map((rate, at) => [start + at * step, EDGE + (1 - rate) * (HEIGHT - 2 * EDGE)])
}

/** What the plot shows: `shown` runs of `all`, of the agent where it is named. */
export function plottedText(shown: number, all: number, agentName?: string): string {
  const runs = shown < all ? `The latest ${shown} of ${all} runs` : 'Runs'
  const of = agentName === undefined ? '' : ` of ${agentName}`
  const another = agentName === undefined ? '' : ' Choose an agent above for another.'
  return `${runs}${of} that have a verdict, from the oldest to the newest.${another}`
}

/** The plot in words. `rates`: from the oldest to the newest run. */
export const plotWords = (rates: readonly number[]): string =>
  `Pass rate of ${countOf(rates.length, 'run')}: first ${percentText(rates[0] ?? 0)}, last ${percentText(rates.at(-1) ?? 0)}, lowest ${percentText(Math.min(...rates))}.`

/** Of runs beside the line. */
const hollowText = (count: number): string =>
  count === 0 ? '' : ` Hollow: ${countOf(count, 'run')} of some scenarios only.`

/** "1 of 6 scenarios", of a run that left out scenarios which its agent had then; `undefined`: of all, or nobody knows. */
export function partText(run: LabRun, scenarios: readonly LabScenario[]): string | undefined {
  const listed = run.run?.scenarioResults?.map(({ scenarioId }) => String(scenarioId)) ?? []
  const ran = new Set([...listed, ...resultsOf(run).map(({ key }) => key)])
  const isThen = ({ reported }: LabScenario) => (reported?.createdAt ?? '') <= (run.at ?? '')
  const left = scenariosOf(scenarios, labAgentOfRun(run)).filter((each) => !ran.has(each.key) && isThen(each))
  return ran.size > 0 && left.length > 0
    ? `${formatCount(ran.size)} of ${countOf(ran.size + left.length, 'scenario')}`
    : undefined
}

/** How much of each run passed, as a line and as a table with the same numbers. `runs`: two or more with a verdict; `agentName`: their agent, where the list has others. */
export function PassRate({ runs, agentName }: { runs: readonly LabRun[]; agentName?: string }) {
  const { items: scenarios } = useScenarios()
  const all = runs.flatMap((run) => {
    const rate = passRate(numbersOf(run))
    return rate === undefined || run.at === undefined ? [] : [{ run, rate, part: partText(run, scenarios) }]
  })
  const judged = all.slice(0, SHOWN).toReversed()
  const [chosen, setChosen] = useState<string>()
  const points = plotPoints(judged.map(({ rate }) => rate))
  // A line through a run of all and a run of one says nothing of the version.
  const whole = judged.some(({ part }) => !part) ? judged.filter(({ part }) => !part) : judged
  const isBeside = (part: string | undefined) => part !== undefined && whole !== judged
  const [first, last] = [judged[0], judged.at(-1)]
  if (!first || !last) return null
  const described = judged.find(({ run }) => run.key === chosen) ?? whole.at(-1) ?? last
  const telling = (run: LabRun) => ({
    onPointerEnter: () => setChosen(run.key),
    onFocus: () => setChosen(run.key),
  })
  return (
    <Section
      title="Pass rate over time"
      hint={`${plottedText(judged.length, all.length, agentName)}${hollowText(judged.length - whole.length)}`}
    >
      <div className="flex flex-wrap items-start gap-4">
        <div className="flex w-full max-w-120 flex-col gap-1 text-sm">
          <p className="min-h-10 break-words sm:min-h-5">
            <span className="font-semibold">{percentText(described.rate)}</span>{' '}
            {passedText(numbersOf(described.run))}, {titleOfRun(described.run)}{' '}
            <span className="text-ink-muted">
              {[inSentence(versionText(described.run, undefined) ?? ''), described.part]
                .filter(Boolean)
                .join(', ')}
            </span>
          </p>
          <svg
            role="img"
            aria-label={`${plotWords(whole.map(({ rate }) => rate))}${hollowText(judged.length - whole.length)} The table beside it has the numbers.`}
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            className="w-full rounded-md border border-line bg-surface-raised text-accent"
          >
            {[0, 0.5, 1].map((rate) => {
              const y = EDGE + (1 - rate) * (HEIGHT - 2 * EDGE)
              return (
                <g key={rate}>
                  <line x1={SCALE} x2={WIDTH - EDGE} y1={y} y2={y} className="stroke-line" />
                  <text x={SCALE - 6} y={y + 4} textAnchor="end" fontSize={12} className="fill-ink-muted">
                    {percentText(rate)}
                  </text>
                </g>
              )
            })}
            <polyline
              points={points
                .filter((_, at) => judged[at] && whole.includes(judged[at]))
                .map((point) => point.join(','))
                .join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth={2}
            />
            {points.map(([x, y], at) => {
              const { run, part } = judged[at] ?? last
              return (
                <g key={run.key} {...telling(run)}>
                  <circle cx={x} cy={y} r={12} fill="transparent" />
                  <circle
                    cx={x}
                    cy={y}
                    r={run === described.run ? 6 : 4}
                    fill={isBeside(part) ? 'var(--color-surface-raised)' : 'currentColor'}
                    stroke="currentColor"
                    strokeWidth={isBeside(part) ? 2 : 0}
                  />
                </g>
              )
            })}
          </svg>
          <p className="flex justify-between gap-4 pl-12 text-ink-muted">
            {first.run.at && <TimeText time={first.run.at} />}
            {last.run.at && <TimeText time={last.run.at} />}
          </p>
        </div>
        <div
          className="max-h-44 min-w-60 grow overflow-auto" // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <table className="w-full text-sm">
            <caption className="sr-only">Pass rate by run</caption>
            <thead>
              <tr className="text-left text-ink-muted">
                {['Run', 'When', 'Passed'].map((column) => (
                  <th key={column} scope="col" className="pr-3 font-normal last:pr-0 last:text-right">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {judged.toReversed().map(({ run, rate, part }) => (
                <tr
                  key={run.key}
                  className={run === described.run ? 'bg-surface-sunken' : undefined}
                  {...telling(run)}
                >
                  <th scope="row" className="pr-3 text-left font-normal">
                    <Link
                      to="/testing-lab/runs/$runId"
                      params={{ runId: run.key }}
                      className="inline-block min-h-6 content-center wrap-anywhere underline underline-offset-2"
                    >
                      {titleOfRun(run)}
                    </Link>
                  </th>
                  <td className="pr-3">{run.at && <TimeText time={run.at} />}</td>
                  <td className="text-right">
                    {percentText(rate)}
                    {part && <span className="block text-ink-muted">{part}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  )
}
