import { TriangleAlert } from 'lucide-react'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Section } from '../../ui/page'
import type { ToolCheck } from './-tool-checks'

const TONES: Readonly<Record<ToolCheck['severity'], Tone>> = {
  error: 'bad',
  warning: 'busy',
  note: 'unknown',
}
const SEVERITIES = { error: 'Error', warning: 'Warning', note: 'Note' } as const

/** What was found about a tool; that it is nothing the list says. */
export function Checks({ checks }: { checks: readonly ToolCheck[] }) {
  if (checks.length === 0) return null
  return (
    <Section title="Checks">
      <ul className="flex flex-col gap-2 text-sm">
        {checks.map(({ kind, severity, message }) => (
          <li key={`${kind} ${message}`} className="flex items-start gap-2">
            <StatusBadge tone={TONES[severity]} icon={severity === 'warning' ? TriangleAlert : undefined}>
              {SEVERITIES[severity]}
            </StatusBadge>
            <span className="min-w-0 pt-0.5 wrap-break-word">{message}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
