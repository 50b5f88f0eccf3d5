import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useCopy } from './copy-button'
import { shortenId } from './short-id'

/** An id, shortened unless `whole`, with a button that copies it. `name`: for the button, "Copy file id". */
export function IdText({ id, name = 'id', whole = false }: { id: string; name?: string; whole?: boolean }) {
  const { outcome, copy } = useCopy(id, name)
  const Icon = outcome === 'copied' ? Check : outcome ? TriangleAlert : Copy
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code title={id} className="min-w-0 break-all">
        {whole ? id : shortenId(id)}
      </code>
      <button
        type="button"
        aria-label={`Copy ${name}`}
        title={outcome === 'refused' ? 'The browser refused to copy' : `Copy ${name}`}
        onClick={copy}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-line/60 hover:text-ink"
      >
        <Icon size={14} aria-hidden />
      </button>
    </span>
  )
}
