import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { classNames } from './class-names'

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

/** What desktops put into folders for themselves. */
const NO_DOCUMENTS = ['.DS_Store', 'Thumbs.db']

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/**
 * What was dropped, with the files of its folders however deep. `files`: as the browser names them, a folder among them as a file that nobody can
 * read. Rejects where one of a folder cannot be read.
 */
export async function filesIn(
  entries: readonly (FileSystemEntry | null)[],
  files: readonly File[],
): Promise<File[]> {
  return entries.some((entry) => entry?.isDirectory)
    ? filesOf(entries.filter((entry) => entry !== null))
    : [...files]
}

async function filesOf(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files = await Promise.all(
    entries.map(async (entry) => {
      if (NO_DOCUMENTS.includes(entry.name)) return []
      if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
      return filesOf(await entriesOf(entry as FileSystemDirectoryEntry))
    }),
  )
  return files.flat()
}

/** A browser gives out a hundred at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  let some: FileSystemEntry[]
  do {
    some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    all.push(...some)
  } while (some.length > 0)
  return all
}
