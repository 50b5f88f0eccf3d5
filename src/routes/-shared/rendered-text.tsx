import type { RenderedPiece } from '../../contract/placeholders'
import { classNames } from '../../ui/class-names'

/** A text with its variables filled in; what stands for a variable is marked, and differently where nothing fills it. */
export function RenderedText({ pieces, className }: { pieces: readonly RenderedPiece[]; className: string }) {
  return (
    <p
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={classNames(
        'overflow-auto rounded-md border border-line bg-surface-raised whitespace-pre-wrap wrap-anywhere',
        className,
      )}
    >
      {pieces.map(({ text, name, filled }, at) =>
        name === undefined ? (
          text
        ) : (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are known by their place
            key={at}
            title={name}
            className={filled ? 'bg-accent-soft text-ink' : 'bg-busy-soft font-mono text-busy'}
          >
            {text}
          </mark>
        ),
      )}
    </p>
  )
}
