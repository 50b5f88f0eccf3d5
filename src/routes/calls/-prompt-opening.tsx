import { renderText } from '../../contract/placeholders'
import { isWire } from '../../contract/reply'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { Section } from '../../ui/page'
import { words } from './-form-words'

/** So much of the prompt is shown: what the call is about stands at its beginning. */
const OPENING = 700

/** The text of the prompt, where this browser sent it. */
export function promptOf(request: unknown): string | undefined {
  const prompt = isWire(request) && isWire(request.prompt) ? request.prompt.system : undefined
  return typeof prompt === 'string' && prompt.trim() !== '' ? prompt : undefined
}

/** The beginning of the prompt as the agent gets it with these values; what has none is marked. */
export function PromptOpening({
  prompt,
  declared,
  given,
}: {
  prompt: string
  declared: readonly DeclaredVariable[]
  given: Readonly<Record<string, string>>
}) {
  const defaults = Object.fromEntries(declared.map(({ name, defaultValue }) => [name, defaultValue]))
  const isLong = prompt.length > OPENING
  // A cut must not go through a variable.
  const opening = isLong ? prompt.slice(0, OPENING).replace(/\{\{[^}]*$/, '') : prompt
  return (
    <Section title={words.summary.opening} hint={words.summary.openingHint}>
      <p className="max-h-72 overflow-auto rounded-md border border-line bg-surface-raised p-2 text-sm whitespace-pre-wrap wrap-anywhere">
        {renderText(opening, given, defaults).map(({ text, name, filled }, index) =>
          name === undefined ? (
            text
          ) : (
            <mark
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
              key={index}
              title={name}
              className={filled ? 'bg-accent-soft text-ink' : 'bg-busy-soft font-mono text-busy'}
            >
              {text}
            </mark>
          ),
        )}
        {isLong && ' …'}
      </p>
    </Section>
  )
}
