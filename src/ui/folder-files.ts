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
