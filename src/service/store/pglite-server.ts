import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type Log } from '../log'
import { cannotMake, cannotOpen, checkEmbedded } from './check-embedded'
import { PgliteSocket } from './pglite-socket'
import { PgliteThread } from './pglite-thread'
import { StoreStopped } from './store-away'
import type { StoreLink } from './store-link'

interface PgliteOptions {
  readonly directory: string
  /** Directory of the bundled programs. */
  readonly programs: string
  /** How long one statement may take, in milliseconds. */
  readonly statement: number
  readonly log: Log
}

/** Before another try to open what could not be opened, in milliseconds; twice as long each time, up to the longest. */
const PAUSE = { first: 500, longest: 8_000 } as const

/** Making a database takes seconds and opening one after a crash a few; what takes this long, in milliseconds, will not end. */
const DEADLINE = 120_000

/**
 * Starts the embedded database, making it first where there is none. It is made under another name, so that a crash in the middle leaves nothing that
 * looks like one; and by a worker that ends, because making it takes 450 MB that are not given back otherwise.
 *
 * A thread that breaks, gives up (a full disk), or works on one statement for too long is ended, and the database opened again as after a kill -9. Who was
 * connected gets a `StoreStopped`; who connects meanwhile waits for the opening (D221). Throws `StartRefused` where it cannot be opened at all.
 */
export async function startPglite({
  directory,
  programs,
  statement,
  log,
}: PgliteOptions): Promise<StoreLink> {
  const sockets = new Map<number, PgliteSocket>()
  let connections = 0
  let closing = false
  let thread: PgliteThread
  let opening: Promise<PgliteThread>

  const open = (at = directory) => {
    // Killed while it is being written, it is empty, and the database would never open again. Our own lock keeps others out.
    rmSync(join(at, 'postmaster.pid'), { force: true })
    const opened = new PgliteThread({
      directory: at,
      programs,
      onBytes: (connection, bytes) => sockets.get(connection)?.push(Buffer.from(bytes)),
    })
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
      throw refusal(at, error instanceof StoreStopped ? error.reason : 'unknown reason')
    } finally {
      clearTimeout(late)
    }
  }

  /** Until it is open, or is to be closed. */
  const reopen = async () => {
    for (let pause: number = PAUSE.first; !closing; pause = Math.min(2 * pause, PAUSE.longest)) {
      if (await isFulfilled(open())) return
      await sleep(pause, undefined, { ref: false })
    }
  }
  const keepOpen = async () => {
    for (;;) {
      const why = await thread.ended
      if (closing) return
      log({ event: 'store', status: 503, ...describeError(why) })
      const reopened = reopen()
      for (const socket of sockets.values()) socket.destroy(why)
      await reopened
      if (!closing) log({ event: 'store', status: 200 })
    }
  }

  // Whoever opens it, also a backup: what is damaged would be written over (D249).
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
  // The embedded database lets everybody write its files (safety 22).
  chmodSync(directory, 0o700)
  await openAtStart(directory, cannotOpen)
  void keepOpen()

  return {
    connect({ patient } = { patient: false }) {
      const number = ++connections
      const socket = new PgliteSocket(number, opening, patient ? undefined : statement)
      sockets.set(number, socket)
      return socket.on('close', () => sockets.delete(number))
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

const isFulfilled = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  )
