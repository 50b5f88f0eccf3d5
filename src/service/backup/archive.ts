import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import * as tar from 'tar'
import { StartRefused } from '../../net/start-refused'
import { syncDirectory } from '../blobs/disk-blobs'
import { MANIFEST_FILE } from './manifest'

/** The fastest level: text gets three times smaller at 80 MB/s, with a checksum (D252). */
const COMPRESSION = 1

/** Bytes; more only costs memory. */
const READ_SIZE = 256 * 1024

export const alreadyThere = (file: string) =>
  new StartRefused(`${file} exists already and was not touched; choose another name.`)

/** Writes a directory to a new file, whole or not at all. Returns its size in bytes. */
export async function writeArchive(directory: string, file: string, signal: AbortSignal): Promise<number> {
  // The manifest comes first.
  const rest = (await readdir(directory)).filter((name) => name !== MANIFEST_FILE)
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.part`
  try {
    const pack = tar.create(
      {
        cwd: directory,
        gzip: { level: COMPRESSION },
        portable: true,
        jobs: 1,
        maxReadSize: READ_SIZE,
        strict: true,
      },
      [MANIFEST_FILE, ...rest],
    )
    await pipeline(pack, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }), { signal })
    const { size } = await stat(unfinished)
    await giveName(unfinished, file)
    return size
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function giveName(unfinished: string, file: string): Promise<void> {
  try {
    // A link, because it fails if the file exists.
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw alreadyThere(file)
    // Some drives have no links; there an empty file reserves the name.
    await (await open(file, 'wx', 0o600)).close()
    await rename(unfinished, file)
  }
  await syncDirectory(dirname(file))
}

const EXPECTED = /^(manifest\.json|credentials\.json|link\.key|database|blobs|(database|blobs)\/[\w./-]*)$/

const isExpected = (path: string, type: string) =>
  EXPECTED.test(path) && !path.split('/').includes('..') && (type === 'File' || type === 'Directory')

/** Judges the checksum, which comes last: what unpacks may be done before it is heard of, and take damaged files for whole ones. */
const readThrough = (file: string, signal: AbortSignal) =>
  pipeline(
    createReadStream(file, { highWaterMark: READ_SIZE }),
    createGunzip(),
    new Writable({ write: (_chunk, _encoding, done) => done() }),
    { signal },
  )

/** Unpacks an archive into an empty directory. Throws `StartRefused` if it is damaged, incomplete or not a backup. */
export async function readArchive(file: string, directory: string, signal: AbortSignal): Promise<void> {
  let stranger = false
  try {
    await readThrough(file, signal)
    await tar.extract({
      file,
      cwd: directory,
      strict: true,
      preserveOwner: false,
      maxReadSize: READ_SIZE,
      filter: (path, entry) => {
        const expected = 'type' in entry && isExpected(path.replace(/\/$/, ''), entry.type)
        stranger ||= !expected
        return expected && !signal.aborted
      },
    })
  } catch (error) {
    signal.throwIfAborted()
    // A disk error is not the archive's fault.
    if (typeof (error as NodeJS.ErrnoException).syscall === 'string') throw error
    throw new StartRefused(`${file} is not a backup of Switchboard, or it is damaged.`)
  }
  signal.throwIfAborted()
  if (stranger) throw new StartRefused(`${file} is not a backup of Switchboard: it holds other files.`)
}
