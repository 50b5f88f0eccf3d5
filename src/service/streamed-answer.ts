import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

export class StreamedAnswer {
  /** `made`: the whole answer, unless it is large. It rejects when the answer breaks off. */
  constructor(
    readonly body: ReadableStream<Uint8Array>,
    readonly made: Promise<Buffer<ArrayBuffer> | undefined>,
  ) {}
}

/** Takes the next text. Throws when the reader has left. */
type Write = (text: string) => Promise<void>

/** Bytes that wait in memory for the reader; the rest waits on disk. */
const HELD_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

/** A larger answer is forgotten once it is sent. Some 20,000 files fit. */
const LARGE_BYTES = 8 * 1024 * 1024

/** A slow reader does not slow `make` down, which may hold the embedded database's only connection (D115). */
export async function streamAnswer(make: (write: Write) => Promise<void>): Promise<StreamedAnswer> {
  const spool = new Spool()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  let pieces: Buffer[] = []
  let length = 0
  const writing = make(async (text) => {
    const piece = Buffer.from(text)
    length += piece.length
    if (length <= LARGE_BYTES) pieces.push(piece)
    else pieces = []
    await spool.write(piece)
    begin()
  })
  const made = writing.then(
    () => {
      spool.end()
      return length <= LARGE_BYTES ? Buffer.concat(pieces) : undefined
    },
    (error: unknown) => {
      // A reader that left is no failure.
      if (spool.destroyed) return undefined
      spool.destroy(error instanceof Error ? error : new Error('broken off'))
      throw error
    },
  )
  await Promise.race([begun, made])
  return new StreamedAnswer(toWebStream(spool), made)
}

/** Reads only what is asked for. `Readable.toWeb` throws into the process when its reader leaves at a bad moment. */
export function toWebStream(readable: Readable): ReadableStream<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = readable[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void readable.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/** Bytes on their way: the first in memory, the rest on disk. Destroyed when the reader leaves. */
class Spool extends Readable {
  /** Once it exists, all later bytes go there, which preserves the order. */
  #file: FileHandle | undefined
  #written = 0
  #taken = 0
  #isOver = false
  #isWanted = false

  constructor() {
    super()
    // Whoever reads the answer gets it.
    this.on('error', () => {})
  }

  async write(bytes: Buffer): Promise<void> {
    if (this.destroyed) throw new Error('Nobody reads the answer any more')
    if (!this.#file && this.readableLength + bytes.length <= HELD_BYTES) {
      this.push(bytes)
      return
    }
    this.#file ??= await openNameless()
    // Writing fails then.
    if (this.destroyed) await this.#file.close()
    // A nearly full disk may take fewer bytes; the next write then fails.
    for (let sent = 0; sent < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, sent, bytes.length - sent, this.#written)
      sent += bytesWritten
      this.#written += bytesWritten
    }
    void this.#serve()
  }

  end(): void {
    this.#isOver = true
    void this.#serve()
  }

  override _read(): void {
    this.#isWanted = true
    void this.#serve()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    void Promise.resolve(this.#file?.close()).finally(() => done(error))
  }

  async #serve(): Promise<void> {
    if (!this.#isWanted) return
    const left = this.#written - this.#taken
    if (left === 0 && this.#isOver) this.push(null)
    if (left === 0 || !this.#file) return
    this.#isWanted = false
    try {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(Math.min(CHUNK_BYTES, left)), {
        position: this.#taken,
      })
      this.#taken += bytesRead
      this.push(buffer.subarray(0, bytesRead))
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}

/** A file without a name, which disappears with its handle, even when the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `switchboard-answer-${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}
