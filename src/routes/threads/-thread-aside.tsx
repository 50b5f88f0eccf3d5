import type { RenderedPiece } from '../../contract/placeholders'
import type { VariableFinding } from '../../contract/variable-lint'
import { StatusBadge, type Tone } from '../../ui/badge'
import { Section } from '../../ui/page'
import { words } from './-new-thread-words'
import type { PreflightNote } from './-preflight'

const TONES: Readonly<Record<PreflightNote['state'], Tone>> = {
  holds: 'good',
  doubtful: 'busy',
  unknown: 'unknown',
}

/** Beside the form: the first message as it arrives, and what has to be so before it is sent. */
export function ThreadAside({
  preview,
  findings = [],
  notes,
}: {
  preview?: readonly RenderedPiece[]
  findings?: readonly VariableFinding[]
  notes: readonly PreflightNote[]
}) {
  return (
    <div className="flex flex-col gap-4 wide:sticky wide:top-4">
      {preview && (
        <Section title={words.aside.preview}>
          {preview.length === 0 ? (
            <p className="text-ink-muted">{words.aside.nothing}</p>
          ) : (
            <p className="max-h-80 overflow-auto rounded-md border border-line bg-surface-raised p-3 whitespace-pre-wrap">
              {preview.map(({ text, name, filled }, at) =>
                name === undefined ? (
                  text
                ) : (
                  <mark
                    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and are drawn anew with the text
                    key={at}
                    className={filled ? 'bg-accent-soft text-accent' : 'bg-busy-soft text-busy'}
                  >
                    {text}
                  </mark>
                ),
              )}
            </p>
          )}
        </Section>
      )}
      {findings.length > 0 && (
        <Section title={words.aside.findings}>
          <ul className="flex list-disc flex-col gap-1 pl-4 text-sm text-busy">
            {findings.map(({ kind, name, message }) => (
              <li key={`${kind} ${name}`} className="wrap-break-word">
                {message}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={words.aside.preflight}>
        <ul className="flex flex-col gap-2 text-sm">
          {notes.map(({ state, text }) => (
            <li key={text} className="flex flex-col items-start gap-1">
              <StatusBadge tone={TONES[state]}>{words.aside.states[state]}</StatusBadge>
              <span className="min-w-0 wrap-break-word">{text}</span>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
