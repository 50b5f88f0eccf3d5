import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Credentials } from './credentials'
import { StartRefused } from './store/lock'
import type { Database } from './store/open-database'
import { secrets } from './store/schema'

/** What every process on a store has in common (D228). */
export interface Secrets extends Credentials {
  /** Signs upload and view addresses: they outlive a restart, and each process takes those of the others. */
  readonly linkKey: Uint8Array
}

/** The rows that they are kept in. */
const kept = z.object({ apiKey: z.string(), accessToken: z.string(), linkKey: z.string() })

const credentialsFile = z.object({
  apiKey: z.string().check(z.minLength(1)),
  accessToken: z.string().check(z.minLength(1)),
})

export const credentialsPath = (dataDir: string) => join(dataDir, 'credentials.json')

/** The secrets of a store, made by the first process that wants them. What an older version kept in the data directory is taken over. */
export async function keepSecrets(db: Database, dataDir: string): Promise<Secrets> {
  const read = async () => {
    const rows = await db.select().from(secrets)
    return kept.safeParse(Object.fromEntries(rows.map(({ name, value }) => [name, value]))).data
  }
  let found = await read()
  if (!found) {
    const made = {
      ...(readCredentials(dataDir) ?? makeCredentials()),
      linkKey: readLinkKey(dataDir) ?? makeLinkKey(),
    }
    const rows = Object.entries(made).map(([name, value]) => ({ name, value }))
    await db.insert(secrets).values(rows).onConflictDoNothing()
    // Another process may have been faster.
    found = (await read()) ?? made
  }
  return { ...found, linkKey: Buffer.from(found.linkKey, 'base64') }
}

/** Leaves a copy for the person to read, where it is not yet. Readable by its user only. */
export function showCredentials(dataDir: string, { apiKey, accessToken }: Credentials): void {
  const path = credentialsPath(dataDir)
  const content = `${JSON.stringify({ apiKey, accessToken }, null, 2)}\n`
  if (existsSync(path) && readFileSync(path, 'utf8') === content) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // In one step, so that nobody reads half of it.
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.part`
  writeFileSync(unfinished, content, { mode: 0o600 })
  renameSync(unfinished, path)
}

const makeCredentials = (): Credentials => ({
  apiKey: `local-key-${randomBytes(24).toString('base64url')}`,
  accessToken: `local-token-${randomBytes(24).toString('base64url')}`,
})

const makeLinkKey = () => randomBytes(32).toString('base64')

function readCredentials(dataDir: string): Credentials | undefined {
  const path = credentialsPath(dataDir)
  if (!existsSync(path)) return undefined
  try {
    return credentialsFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new StartRefused(`${path} cannot be read as credentials; delete it and new ones are made.`)
  }
}

function readLinkKey(dataDir: string): string | undefined {
  const path = join(dataDir, 'link.key')
  if (!existsSync(path)) return undefined
  const key = readFileSync(path, 'utf8').trim()
  if (Buffer.from(key, 'base64').length < 32)
    throw new StartRefused(`${path} is damaged; delete it and a new one is made.`)
  return key
}
