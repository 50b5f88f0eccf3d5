import { TEST_NUMBERS } from '../../contract/test-numbers'
import { Button } from '../../ui/button'
import { words } from './-form-words'

/** Numbers that always do the same on the local service, so that every outcome can be seen before anybody's telephone rings. */
export function TestNumbers({ onUse }: { onUse: (phoneNumber: string) => void }) {
  return (
    <details className="rounded-md border border-line">
      <summary className="cursor-pointer px-3 py-1.5 text-sm">{words.form.testNumbers}</summary>
      <ul className="divide-y divide-line border-t border-line">
        {TEST_NUMBERS.map(({ phoneNumber, name, happens }) => (
          <li key={phoneNumber} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 grow">
              <p className="flex flex-wrap gap-x-2">
                <span className="font-mono">{phoneNumber}</span>
                <span className="font-semibold">{name}</span>
              </p>
              <p className="text-sm text-ink-muted">{happens}</p>
            </div>
            <Button size="sm" aria-label={words.form.takeNumber(name)} onClick={() => onUse(phoneNumber)}>
              {words.form.use}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
