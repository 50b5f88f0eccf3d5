import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** A reason for which the service does not start, as one sentence for the person who started it. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

interface Holder {
  /** `null` once the holder has let go. */
  readonly pid: number | null
  /** When that process started, as far as the system tells; process ids are used again. */
  readonly started: string | null
  /** Where that process takes requests for a backup, once it does. */
  readonly control?: string
}

export interface DirectoryLock {
  /** Tells other processes where this one takes requests for a backup. */
  announce(control: string): void
  release(): void
}

const LOCK = /^lock\.(\d{1,9})$/

/**
 * Makes this process the only one on a data directory, or throws `StartRefused` naming the process that is. Each holder has a file of the next
 * number, made in one step with its content in it, so of several starters exactly one gets it. The highest number is never removed, not even by
 * its holder: a starter that read an old state finds its number taken, or a higher one beside it, and looks again.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true })
  const me: Holder = { pid: process.pid, started: startOf(process.pid) }
  for (;;) {
    const highest = highestLock(directory)
    if (highest > 0) {
      const holder = readHolder(directory, highest)
      if (holder?.pid && isAlive(holder)) throw heldBy(directory, holder.pid)
    }
    const mine = highest + 1
    if (!writeOnce(directory, mine, me)) continue
    if (highestLock(directory) > mine) {
      rmSync(join(directory, `lock.${mine}`), { force: true })
      continue
    }
    for (const number of lockNumbers(directory))
      if (number < mine) rmSync(join(directory, `lock.${number}`), { force: true })
    return {
      announce: (control) => replace(directory, mine, { ...me, control }),
      release: () => replace(directory, mine, { pid: null, started: null }),
    }
  }
}

/** The living process that has a data directory, and where it takes requests for a backup. */
export function findHolder(directory: string): { pid: number; control?: string } | undefined {
  const holder = existsSync(directory) ? readHolder(directory, highestLock(directory)) : undefined
  return holder?.pid && isAlive(holder) ? { pid: holder.pid, control: holder.control } : undefined
}

const heldBy = (directory: string, pid: number) =>
  new StartRefused(
    pid === process.pid
      ? `The data directory ${directory} is already in use by this process.`
      : `The data directory ${directory} is in use by process ${pid}; stop it, or set DATA_DIR to another directory.`,
  )

const lockNumbers = (directory: string) =>
  readdirSync(directory).flatMap((name) => {
    const number = LOCK.exec(name)?.[1]
    return number ? [Number(number)] : []
  })

const highestLock = (directory: string) => Math.max(0, ...lockNumbers(directory))

function readHolder(directory: string, number: number): Holder | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(directory, `lock.${number}`), 'utf8'))
    return read as Holder
  } catch {
    // Broken, or taken away since: nobody holds it.
    return undefined
  }
}

function writeUnderOtherName(directory: string, holder: Holder): string {
  const name = join(directory, `lock-${process.pid}-${randomBytes(6).toString('hex')}`)
  writeFileSync(name, JSON.stringify(holder))
  return name
}

/** False when the number is taken. A link, because that fails where a file is, and shows the content at once. */
function writeOnce(directory: string, number: number, holder: Holder): boolean {
  const name = writeUnderOtherName(directory, holder)
  try {
    linkSync(name, join(directory, `lock.${number}`))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(name, { force: true })
  }
}

function replace(directory: string, number: number, holder: Holder): void {
  renameSync(writeUnderOtherName(directory, holder), join(directory, `lock.${number}`))
}

function isAlive({ pid, started }: Holder): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is there and belongs to someone else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return started === null || now === null || started === now
}

/** When a process started, on Linux: the boot and the clock ticks since. `null` where the system does not say. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold anything; counting starts after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return ticks ? `${boot} ${ticks}` : null
  } catch {
    return null
  }
}
