import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cannotMake, cannotOpen, checkEmbedded } from '../check-store'
import { describeError, type Log } from '../log'
import { PgliteSocket } from './pglite-socket'
import { PgliteThread } from './pglite-thread'
import type { StoreLink } from './server-link'
import { isDiskFull, StoreStopped } from './store-away'

interface PgliteOptions {
  readonly directory: string
  readonly programs: string
  readonly statement: number
  readonly log: Log
}

/** Milliseconds before the next try to open, doubled each time up to `longest`. */
const PAUSE = { first: 500, longest: 8_000 } as const

/** Milliseconds. Making a database or opening it after a crash takes seconds; longer means never. */
const DEADLINE = 120_000

/**
 * Starts the embedded database, and makes it if there is none: under another name, so that a crash leaves no half database,
 * and by a worker of its own, whose memory is freed when it ends.
 *
 * A thread that breaks, panics (a full disk) or takes too long for a statement is ended, and the database opened again as
 * after a kill -9. Its connections get a `StoreStopped`; new ones wait (D221). Throws `StartRefused` if it cannot be opened.
 */
export async function startPglite({
  directory,
  programs,
  statement,
  log,
}: PgliteOptions): Promise<StoreLink> {
  const sockets = new Set<PgliteSocket>()
  let closing = false
  let thread: PgliteThread
  let opening: Promise<PgliteThread>

  const open = (at = directory) => {
    // A kill while it is written leaves it empty, and the database would never open again. Our own lock keeps others out.
    rmSync(join(at, 'postmaster.pid'), { force: true })
    const opened = new PgliteThread(at, programs)
    thread = opened
    opening = opened.opened.then(() => opened)
    opening.catch(() => {})
    return opening
  }

  const openAtStart = async (at: string, refusal: typeof cannotOpen) => {
    const opened = open(at)
    const late = setTimeout(() => void thread.end(new StoreStopped('no answer')), DEADLINE)
    try {
      return await opened
    } catch (error) {
      if (isDiskFull(error)) throw error
      throw refusal(at, error instanceof StoreStopped ? error.reason : 'unknown reason')
    } finally {
      clearTimeout(late)
    }
  }

  /** A database that lost files meanwhile stays away until they are back: PGlite would make a new one over it (D249). */
  const openAgain = () => {
    try {
      statSync(directory)
      checkEmbedded(directory)
      return open()
    } catch {
      opening = Promise.reject(new StoreStopped('files of it are missing'))
      opening.catch(() => {})
      return opening
    }
  }

  const reopen = async () => {
    for (let pause: number = PAUSE.first; !closing; pause = Math.min(2 * pause, PAUSE.longest)) {
      const failed = await openAgain().then(
        () => false,
        () => true,
      )
      if (!failed) return
      await sleep(pause, undefined, { ref: false })
    }
  }
  const keepOpen = async () => {
    for (;;) {
      const why = await thread.ended
      if (closing) return
      log({ event: 'store', status: 503, ...describeError(why) })
      const reopened = reopen()
      for (const socket of sockets) socket.destroy(why)
      await reopened
      if (!closing) log({ event: 'store', status: 200 })
    }
  }

  // PGlite would overwrite a damaged database (D249).
  checkEmbedded(directory)
  if (!existsSync(directory)) {
    const making = `${directory}.making`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true, mode: 0o700 })
    const maker = await openAtStart(making, cannotMake)
    maker.close()
    await maker.ended
    renameSync(making, directory)
  }
  // PGlite lets everybody write its files (safety 22).
  chmodSync(directory, 0o700)
  await openAtStart(directory, cannotOpen)
  void keepOpen()

  return {
    connect({ patient } = { patient: false }) {
      const socket = new PgliteSocket(opening, patient ? undefined : statement)
      sockets.add(socket)
      return socket.on('close', () => sockets.delete(socket))
    },
    isAnswering: (milliseconds) =>
      Promise.race([
        opening.then(async (opened) => {
          await opened.ping()
          return true
        }),
        sleep(milliseconds, false, { ref: false }),
      ]).catch(() => false),
    async close(late) {
      if (closing) return
      closing = true
      thread.close()
      void late.then(() => thread.end(new StoreStopped('it was told to')))
      await thread.ended
    },
  }
}
