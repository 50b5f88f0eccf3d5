import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { Button } from './button'
import { classNames } from './class-names'
import { usePageDrop } from './use-page-drop'

/**
 * An area to drop files on, with a button that picks them. Every file is handed over as it is: judging them (kind, size, content) and saying what is
 * wrong is the caller's, per file. Folders are opened.
 * - `label`: the button, "Upload files"; the area is named after it; `hint`: what is taken, ".pdf and .md, up to 50 MB each"
 * - `accept`: endings for the picker, `['.pdf', '.md']`; a drop is not held back by it
 * - `multiple` (true), `disabled`, `wholePage`: while files are dragged, the whole window takes the drop
 * - `bare`: only the button, for a page header; dropping then works through `wholePage`
 */
export function FileDrop({
  label,
  hint,
  accept,
  onFiles,
  multiple = true,
  disabled = false,
  wholePage = false,
  bare = false,
}: {
  label: string
  hint?: ReactNode
  accept?: readonly string[]
  onFiles: (files: File[]) => void
  multiple?: boolean
  disabled?: boolean
  wholePage?: boolean
  bare?: boolean
}) {
  const handOver = (files: File[]) => {
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1))
  }
  const { getRootProps, getInputProps, open, isDragActive, isDragGlobal, rootRef } = useDropzone({
    // Only the number of files can be refused here, since no kind is named: one is wanted and several came.
    onDrop: (accepted, rejected) => handOver([...accepted, ...rejected.map(({ file }) => file)]),
    multiple,
    disabled,
    noClick: true,
    noKeyboard: true,
  })
  usePageDrop(rootRef, wholePage && !disabled, handOver)
  return (
    <div
      {...getRootProps({ role: 'group', 'aria-label': label })}
      className={classNames(
        !bare && 'flex flex-wrap items-center gap-3 rounded-md border border-dashed p-4',
        !bare && (isDragActive ? 'border-accent bg-accent-soft' : 'border-line-strong'),
      )}
    >
      {/* Hidden from everybody: the button opens it, and two controls of one name would confuse. */}
      <input {...getInputProps({ accept: accept?.join(',') })} hidden />
      <Button
        variant={bare ? 'primary' : 'secondary'}
        icon={Upload}
        onClick={open}
        aria-disabled={disabled || undefined}
      >
        {label}
      </Button>
      {!bare && <p className="min-w-0 text-ink-muted">Or drop them here. {hint}</p>}
      {wholePage && isDragGlobal && !disabled && (
        <div
          className={classNames(
            'fixed inset-0 z-40 grid animate-appear place-items-center border-2 border-dashed border-accent bg-surface/90 p-6 text-center',
            isDragActive && 'bg-accent-soft',
          )}
        >
          <p className="pointer-events-none text-title font-semibold">
            Drop to {label.charAt(0).toLowerCase() + label.slice(1)}
            {hint && <span className="block text-base font-normal text-ink-muted">{hint}</span>}
          </p>
        </div>
      )}
    </div>
  )
}
