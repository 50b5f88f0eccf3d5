import { IconButton } from './button'
import { useCopy } from './copy-button'
import { shortenId } from './short-id'

/** An id, shortened unless `whole`, with a button that copies it. `name`: for the button, "Copy file id". */
export function IdText({ id, name = 'id', whole = false }: { id: string; name?: string; whole?: boolean }) {
  const { outcome, copy, icon } = useCopy(id, name)
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code title={id} className="min-w-0 break-all">
        {whole ? id : shortenId(id)}
      </code>
      <IconButton
        icon={icon}
        iconSize={14}
        label={`Copy ${name}`}
        title={outcome === 'refused' ? 'The browser refused to copy' : `Copy ${name}`}
        onClick={copy}
        className="size-6 text-ink-muted hover:text-ink"
      />
    </span>
  )
}
