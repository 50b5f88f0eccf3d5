import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class StreamedAnswer {
  /** `made` rejects when the answer breaks off. */
  constructor(
    readonly body: ReadableStream<Uint8Array>,
    readonly made: Promise<void>,
  ) {}
}

/** Takes the next text. Throws when the reader has left. */
type Write = (text: string) => Promise<void>

/** Bytes that wait in memory for the reader; the rest waits on disk. */
const HELD_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

/** A slow reader does not slow `make` down, which may hold the embedded database's only connection (D115). */
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
    // A reader that left is no failure.
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

/** Bytes on their way: the first in memory, the rest on disk. */
class PatientQueue {
  readonly #held: Buffer[] = []
  #heldBytes = 0
  /** Once it exists, all later bytes go there, which preserves the order. */
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
      // A nearly full disk may take fewer bytes; the next write then fails.
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

  /** `undefined` at the end. */
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

/** A file without a name, which disappears with its handle, even when the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `switchboard-answer-${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path, { force: true })
  return file
}
