import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefused } from '../../net/start-refused'

export class DirectoryHeld extends StartRefused {}

interface Holder {
  /** `null` where an earlier version released it. */
  readonly pid: number | null
  /** The process's start, if the system tells it, because process ids are reused. */
  readonly started: string | null
  readonly control?: string
}

export type DirectoryLock = ReturnType<typeof lockDirectory>

const LOCK = /^lock\.(\d{1,9})$/

/** Written before a process has a number. It remains only if that process was killed. */
const LEFTOVER = /^lock-(\d{1,9})-[0-9a-f]{12}$/

/** For this user alone by default. Node's recursive `mkdir` never ends under /proc (D248). */
export function makeDirectory(path: string, mode = 0o700): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** What this program, file systems and tools put into a data directory. */
const OURS = /^(?:database|blobs|credentials\.json|link\.key|lock[.-]|snapshot-|restoring-|lost\+found$|\.)/

/** Closes a data directory to others, also one that was there before (safety 22). One with other things in it, such as a home, stays as it is: the parts of the store are closed one by one. */
function closeToOthers(directory: string): void {
  const { mode } = statSync(directory)
  // A place for everybody's files, such as /tmp, has the sticky bit.
  if (!(mode & 0o077) || mode & 0o1000) return
  if (!readdirSync(directory).every((name) => OURS.test(name))) return
  try {
    chmodSync(directory, 0o700)
  } catch (error) {
    // It belongs to somebody else, who lets this user write.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error
  }
}

/** Throws `DirectoryHeld` while a process has the directory, this one included. Gives the number of the lock that it looked at. */
export function refuseIfHeld(directory: string): number {
  const highest = highestLock(directory)
  const holder = livingHolder(directory, highest)
  if (!holder) return highest
  throw new DirectoryHeld(
    holder.pid === process.pid
      ? `The data directory ${directory} is already in use by this process.`
      : `The data directory ${directory} is in use by process ${holder.pid}; stop it, or set DATA_DIR to another directory.`,
  )
}

/**
 * Makes this process the only one on a data directory, or throws `DirectoryHeld`. Each holder makes a file with the next
 * number after the one that it looked at, in one step, so exactly one of several processes gets it. The highest number is
 * never removed, not even by its holder: a process that read an old state finds its number taken, or a higher one, and looks
 * again. `isShared`: others may read it.
 */
export function lockDirectory(directory: string, isShared = false) {
  makeDirectory(directory)
  if (!isShared) closeToOthers(directory)
  const me: Holder = { pid: process.pid, started: startOf(process.pid) }
  for (;;) {
    const mine = refuseIfHeld(directory) + 1
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
      /** Publishes this process's address for backup requests. */
      announce: (control: string) =>
        writeAside(directory, { ...me, control }, (name) => renameSync(name, path)),
      release() {
        try {
          // An empty file releases the lock and needs no disk space.
          truncateSync(path)
        } catch {
          // The end of the process releases it too.
        }
      },
    }
  }
}

/** A process that starts right now may lose its file and tries again. */
function removeLeftovers(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = LEFTOVER.exec(name)?.[1]
    if (pid && !isAlive({ pid: Number(pid), started: null })) rmSync(join(directory, name), { force: true })
  }
}

/** The living process that has a data directory, with its address for backup requests. */
export function findHolder(directory: string): { pid: number; control?: string } | undefined {
  return livingHolder(directory, highestLock(directory))
}

function livingHolder(directory: string, number: number) {
  const holder = number > 0 ? readHolder(directory, number) : undefined
  return holder?.pid && isAlive(holder) ? { pid: holder.pid, control: holder.control } : undefined
}

const lockNumbers = (directory: string) =>
  readdirSync(directory).flatMap((name) => {
    const number = LOCK.exec(name)?.[1]
    return number ? [Number(number)] : []
  })

/** 0: nobody ever had it, or it does not exist. */
const highestLock = (directory: string) =>
  existsSync(directory) ? Math.max(0, ...lockNumbers(directory)) : 0

function readHolder(directory: string, number: number): Holder | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, `lock.${number}`), 'utf8')) as Holder
  } catch {
    // Broken or removed: nobody has it.
    return undefined
  }
}

/** False if the number is taken. A link fails if the file exists, and shows the whole content at once. */
function writeOnce(directory: string, number: number, holder: Holder): boolean {
  try {
    writeAside(directory, holder, (name) => linkSync(name, join(directory, `lock.${number}`)))
    return true
  } catch (error) {
    // Taken, or removed as a leftover by a process that cannot see this one.
    const { code, syscall } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || (code === 'ENOENT' && syscall === 'link')) return false
    throw error
  }
}

function writeAside(directory: string, holder: Holder, place: (name: string) => void): void {
  const name = join(directory, `lock-${process.pid}-${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(name, JSON.stringify(holder), { mode: 0o600 })
    place(name)
  } finally {
    // A full disk still makes an empty file.
    rmSync(name, { force: true })
  }
}

function isAlive({ pid, started }: Holder): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return started === null || now === null || started === now
}

/** When a process started, on Linux: the boot id and clock ticks. `null` on other systems. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, may hold anything; the fields start after it.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return ticks ? `${boot} ${ticks}` : null
  } catch {
    return null
  }
}
