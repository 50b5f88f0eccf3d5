import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { classNames } from './class-names'
import { droppedIn } from './dropped'

/** Covers the window while files are dragged, and takes them, also from folders. `label` and `hint` as in `FileDrop`. */
export function DropArea({
  label,
  hint,
  onFiles,
}: {
  label: string
  hint?: ReactNode
  onFiles: (files: File[]) => void
}) {
  const { getRootProps, isDragActive } = useDropzone({
    // The library's own way into folders leaves out, unseen, files whose names a browser holds to be unsafe, such as "Why?.pdf" (D808).
    getFilesFromEvent: async (event) => {
      const { type, dataTransfer } = event as DragEvent
      if (type !== 'drop') return [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
      const { given, entries } = droppedIn(dataTransfer as DataTransfer)
      return entries ? filesIn(entries).catch(() => given) : given
    },
    onDrop: (accepted, rejected) => onFiles([...accepted, ...rejected.map(({ file }) => file)]),
    noClick: true,
    noKeyboard: true,
    preventDropOnDocument: false,
  })
  return (
    <div
      {...getRootProps({ role: 'presentation' })}
      className={classNames(
        'fixed inset-0 z-40 grid animate-appear place-items-center border-2 border-dashed border-accent p-6 text-center',
        isDragActive ? 'bg-accent-soft' : 'bg-surface/90',
      )}
    >
      <p className="pointer-events-none text-title font-semibold">
        Drop to {label.charAt(0).toLowerCase() + label.slice(1)}
        {hint && <span className="block text-base font-normal text-ink-muted">{hint}</span>}
      </p>
    </div>
  )
}

/** What systems put into folders by themselves. */
const OF_SYSTEMS = ['.DS_Store', 'Thumbs.db', 'desktop.ini']

/** Of the files of a folder that was chosen those that somebody put there. */
export const ownFiles = (files: readonly File[]) => files.filter(({ name }) => !OF_SYSTEMS.includes(name))

/** The files of what was dropped, folders opened. */
export async function filesIn(entries: readonly (FileSystemEntry | null)[]): Promise<File[]> {
  const files: File[] = []
  for (const entry of entries) {
    if (entry?.isFile && !OF_SYSTEMS.includes(entry.name))
      files.push(await new Promise((resolve, fail) => (entry as FileSystemFileEntry).file(resolve, fail)))
    if (!entry?.isDirectory) continue
    const reader = (entry as FileSystemDirectoryEntry).createReader()
    const next = () => new Promise<FileSystemEntry[]>((resolve, fail) => reader.readEntries(resolve, fail))
    // A reader gives a hundred at a time.
    for (let some = await next(); some.length > 0; some = await next()) files.push(...(await filesIn(some)))
  }
  return files
}
