import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An answer that is sent while it is made, because the whole may be large. Its text is JSON. */
export class StreamedAnswer {
  /** `made` ends with the making, and rejects where the answer breaks off in the middle. */
  constructor(
    readonly body: ReadableStream<Uint8Array>,
    readonly made: Promise<void>,
  ) {}
}

/** Takes the next text; throws once nobody reads any more. */
type Write = (text: string) => Promise<void>

/** So many bytes wait in memory for whoever reads; the rest waits on disk. */
const HELD_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

/**
 * Sends what `make` writes, from its first text on: if it fails before, so does this. Nobody who reads slowly, or not at all, holds the making up, which may
 * have the one connection of the embedded database (D115).
 */
export async function streamAnswer(make: (write: Write) => Promise<void>): Promise<StreamedAnswer> {
  const queue = new PatientQueue()
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const made = make(async (text) => {
    await queue.push(Buffer.from(text))
    begin()
  }).catch((error: unknown) => {
    // That nobody wants the answer any more is no failure.
    if (!queue.left) throw error
  })
  made.then(
    () => queue.end(),
    (error: unknown) => queue.end(error ?? new Error('broken off')),
  )
  await Promise.race([begun, made])
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await queue.shift()
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
      cancel: () => queue.leave(),
    },
    { highWaterMark: 0 },
  )
  return new StreamedAnswer(body, made)
}

/** Bytes on their way: those that come first in memory, what is too much on disk. */
class PatientQueue {
  readonly #held: Buffer[] = []
  #heldBytes = 0
  /** Once there is a file, everything that comes later goes there, so that the order holds. */
  #file: FileHandle | undefined
  #written = 0
  #read = 0
  #ended = false
  left = false
  #error: unknown
  #wake = () => {}

  async push(bytes: Buffer): Promise<void> {
    if (this.left) throw new Error('Nobody reads the answer any more')
    if (!this.#file && this.#heldBytes + bytes.length <= HELD_BYTES) {
      this.#held.push(bytes)
      this.#heldBytes += bytes.length
    } else {
      this.#file ??= await openNameless()
      // On a disk that is nearly full less may be written than was given; the next try then says so.
      for (let sent = 0; sent < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, sent, bytes.length - sent, this.#written)
        sent += bytesWritten
        this.#written += bytesWritten
      }
    }
    this.#wake()
  }

  end(error?: unknown): void {
    this.#ended = true
    this.#error = error
    this.#wake()
    if (this.left) void this.#close()
  }

  /** The next bytes; `undefined` at the end. */
  async shift(): Promise<Uint8Array | undefined> {
    for (;;) {
      if (this.#error) {
        await this.#close()
        throw this.#error
      }
      const next = this.#held.shift()
      if (next) {
        this.#heldBytes -= next.length
        return next
      }
      if (this.#file && this.#read < this.#written) {
        const { buffer, bytesRead } = await this.#file.read(
          Buffer.alloc(Math.min(CHUNK_BYTES, this.#written - this.#read)),
          { position: this.#read },
        )
        this.#read += bytesRead
        return buffer.subarray(0, bytesRead)
      }
      if (this.#ended) {
        await this.#close()
        return undefined
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  /** Nobody reads on; the maker learns it with its next text. */
  async leave(): Promise<void> {
    this.left = true
    this.#held.length = 0
    if (this.#ended) await this.#close()
  }

  async #close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#written = this.#read
    await file?.close()
  }
}

/** A file that nobody else can open and that is gone with its handle, also when the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `switchboard-answer-${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}
