import type { RunTurn } from '../../contract/run'
import { OtherFields } from '../../ui/other-fields'
import { words } from './-run-page-words'

/** Who said what, with what the agent was given for it. Everything is text. */
export function Transcript({ turns }: { turns: readonly RunTurn[] | undefined }) {
  if (!turns || turns.length === 0) return <p className="text-ink-muted">{words.noTranscript}</p>
  return (
    <ol aria-label={words.transcript} className="flex flex-col gap-2">
      {turns.map((turn, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns have no ids, and their order is what they are
        <li key={at} className="flex flex-col gap-0.5">
          <span className="text-ink-muted">
            {turn.who ? words.speakers[turn.who] : turn.speaker}
            {turn.who && turn.speaker && turn.speaker.toLowerCase() !== turn.who && ` (${turn.speaker})`}
          </span>
          <p className="break-words whitespace-pre-wrap">{turn.text}</p>
          {turn.passages && turn.passages.length > 0 && (
            <details>
              <summary className="cursor-pointer text-ink-muted">
                {words.passages(turn.passages.length)}
              </summary>
              <ul className="flex flex-col gap-1 border-l border-line pl-3">
                {turn.passages.map((passage, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: passages may have no ids
                  <li key={index}>
                    <span className="text-ink-muted">
                      {[
                        passage.fileName ?? passage.fileId,
                        passage.page !== undefined && words.page(passage.page),
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                    <p className="break-words whitespace-pre-wrap">{passage.text}</p>
                    <OtherFields fields={passage.other} />
                  </li>
                ))}
              </ul>
            </details>
          )}
          <OtherFields fields={turn.other} />
        </li>
      ))}
    </ol>
  )
}
