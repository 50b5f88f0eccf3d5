import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** A reason for which the service does not start, as one sentence for the person who started it. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

/** Another process, or this one, has the directory. */
export class DirectoryHeld extends StartRefused {}

interface Holder {
  /** `null` where an earlier version let go. */
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

/** What a starter writes before it has a number: it stays behind only where that starter was killed. */
const LEFTOVER = /^lock-(\d{1,9})-[0-9a-f]{12}$/

/**
 * Makes a directory and those above it, for this user alone unless told otherwise. Node's own way never ends where the system answers "no such
 * directory" although the parent is there, as it does under /proc (D248).
 */
export function makeDirectory(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another starter may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Throws `DirectoryHeld` while a process holds the data directory, this one included. */
export function refuseIfHeld(directory: string): void {
  const holder = findHolder(directory)
  if (!holder) return
  throw new DirectoryHeld(
    holder.pid === process.pid
      ? `The data directory ${directory} is already in use by this process.`
      : `The data directory ${directory} is in use by process ${holder.pid}; stop it, or set DATA_DIR to another directory.`,
  )
}

/**
 * Makes this process the only one on a data directory, or throws `DirectoryHeld` naming the process that is. Each holder has a file of the next
 * number, made in one step with its content in it, so of several starters exactly one gets it. The highest number is never removed, not even by
 * its holder: a starter that read an old state finds its number taken, or a higher one beside it, and looks again.
 */
export function lockDirectory(directory: string): DirectoryLock {
  makeDirectory(directory)
  const me: Holder = { pid: process.pid, started: startOf(process.pid) }
  for (;;) {
    refuseIfHeld(directory)
    const mine = highestLock(directory) + 1
    if (!writeOnce(directory, mine, me)) continue
    if (highestLock(directory) > mine) {
      rmSync(join(directory, `lock.${mine}`), { force: true })
      continue
    }
    for (const number of lockNumbers(directory))
      if (number < mine) rmSync(join(directory, `lock.${number}`), { force: true })
    removeLeftovers(directory)
    const path = join(directory, `lock.${mine}`)
    return {
      announce: (control) => writeAside(directory, { ...me, control }, (name) => renameSync(name, path)),
      release: () => letGo(path),
    }
  }
}

/** Who starts at this moment finds its own gone and tries again. */
function removeLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = LEFTOVER.exec(name)?.[1]
    if (pid && !isAlive({ pid: Number(pid), started: null })) rmSync(join(directory, name), { force: true })
  }
}

/** A file without content holds nothing, and takes no room to make. */
function letGo(path: string): void {
  try {
    truncateSync(path)
  } catch {
    // The process ends, which lets go as well.
  }
}

/** The living process that has a data directory, and where it takes requests for a backup. */
export function findHolder(directory: string): { pid: number; control?: string } | undefined {
  const highest = existsSync(directory) ? highestLock(directory) : 0
  const holder = highest > 0 ? readHolder(directory, highest) : undefined
  return holder?.pid && isAlive(holder) ? { pid: holder.pid, control: holder.control } : undefined
}

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

/** False when the number is taken. A link, because that fails where a file is, and shows the content at once. */
function writeOnce(directory: string, number: number, holder: Holder): boolean {
  try {
    writeAside(directory, holder, (name) => linkSync(name, join(directory, `lock.${number}`)))
    return true
  } catch (error) {
    // Taken; or removed as a leftover, by somebody who cannot see this process.
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || (code === 'ENOENT' && syscall === 'link')) return false
    throw error
  }
}

/** Writes a holder to a file of its own, which `place` gives the name that counts, whole or not at all. */
function writeAside(directory: string, holder: Holder, place: (name: string) => void): void {
  const name = join(directory, `lock-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(name, JSON.stringify(holder), { mode: 0o600 })
    place(name)
  } finally {
    // On a full disk a file is made all the same, and stays empty.
    rmSync(name, { force: true })
  }
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
