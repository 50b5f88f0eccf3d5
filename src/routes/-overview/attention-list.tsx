import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { tones } from '../../ui/badge'
import { buttonClass } from '../../ui/button'
import { Section } from '../../ui/page'
import type { Attention } from './attention'

/** What needs a person, each with its one action. */
export function AttentionList({ items }: { items: readonly Attention[] }) {
  return (
    <Section title="Needs attention">
      {items.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-muted">
          <CircleCheck size={16} aria-hidden className="shrink-0 text-good" />
          Nothing. Files, tests and sent writes are in order.
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface-raised">
          {items.map(({ key, tone, title, detail, verb, link }) => {
            const { icon: Icon, look } = tones[tone]
            return (
              <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
                <Icon size={16} aria-hidden className={`shrink-0 ${look}`} />
                <div className="min-w-0 grow basis-64">
                  <p className="wrap-anywhere">{title}</p>
                  {detail && <p className="text-sm text-ink-muted wrap-anywhere">{detail}</p>}
                </div>
                <Link {...link} aria-label={`${verb}: ${title}`} className={buttonClass('secondary')}>
                  {verb}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}
