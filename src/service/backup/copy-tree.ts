import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that changed this shortly before they were copied may change again without a new time, in milliseconds. */
const CLOCK_STEP = 2_000

/** What was copied: of each file how it looked then. */
type Copied = Map<string, string>

interface CopyOptions {
  readonly from: string
  readonly to: string
  /** What an earlier pass copied; brought up to date. */
  readonly copied: Copied
  /** The time by the clock of the disk, in milliseconds. */
  readonly now: number
  /** Whether a file belongs to the copy; `path` is relative, with slashes. */
  readonly belongs?: (path: string) => boolean
  readonly signal: AbortSignal
}

/**
 * Copies a directory again and again: each pass copies what is new or looks changed since the last, and removes what is gone. Only a pass
 * during which nothing is written makes a true copy; those before make it short.
 */
export async function copyTree({ from, to, copied, now, belongs, signal }: CopyOptions): Promise<void> {
  const seen = new Set<string>()
  const visit = async (below: string) => {
    await mkdir(join(to, below), { recursive: true, mode: 0o700 })
    for (const entry of await readdir(join(from, below), { withFileTypes: true })) {
      signal.throwIfAborted()
      const path = below ? `${below}/${entry.name}` : entry.name
      if (entry.isDirectory()) await visit(path)
      else if (entry.isFile() && (belongs?.(path) ?? true)) await copy(path)
    }
  }
  const copy = async (path: string) => {
    try {
      const { size, mtimeMs } = await stat(join(from, path))
      const look = `${size} ${mtimeMs}`
      seen.add(path)
      if (copied.get(path) === look) return
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE)
      copied.set(path, mtimeMs < now - CLOCK_STEP ? look : 'to be copied again')
    } catch (error) {
      // Gone since the directory was read.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      seen.delete(path)
    }
  }
  await visit('')
  for (const path of copied.keys())
    if (!seen.has(path)) {
      await rm(join(to, path), { force: true })
      copied.delete(path)
    }
}
