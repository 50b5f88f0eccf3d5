import { StatusBadge } from '../../ui/badge'

export const VERDICTS = {
  passed: { tone: 'good', name: 'Passed' },
  failed: { tone: 'bad', name: 'Failed' },
  unclear: { tone: 'unknown', name: 'Unclear' },
} as const

export function VerdictBadge({ verdict }: { verdict: keyof typeof VERDICTS }) {
  const { tone, name } = VERDICTS[verdict]
  return <StatusBadge tone={tone}>{name}</StatusBadge>
}
