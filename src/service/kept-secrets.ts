import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Credentials } from './credentials'
import { StartRefused } from './store/lock'

const credentialsFile = z.object({
  apiKey: z.string().check(z.minLength(1)),
  accessToken: z.string().check(z.minLength(1)),
})

export const credentialsPath = (dataDir: string) => join(dataDir, 'credentials.json')

/** The credentials that the local service made for itself at its first start. Readable by its user only. */
export function keepCredentials(dataDir: string): Credentials {
  const path = credentialsPath(dataDir)
  if (!existsSync(path)) {
    const made: Credentials = {
      apiKey: `local-key-${randomBytes(24).toString('base64url')}`,
      accessToken: `local-token-${randomBytes(24).toString('base64url')}`,
    }
    writePrivately(path, `${JSON.stringify(made, null, 2)}\n`)
  }
  try {
    return credentialsFile.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    throw new StartRefused(`${path} cannot be read as credentials; delete it and new ones are made.`)
  }
}

/** The key that signs upload and view addresses; kept, so that addresses outlive a restart. */
export function keepLinkKey(dataDir: string): Uint8Array {
  const path = join(dataDir, 'link.key')
  if (!existsSync(path)) writePrivately(path, randomBytes(32).toString('base64'))
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64')
  if (key.length < 32) throw new StartRefused(`${path} is damaged; delete it and a new one is made.`)
  return key
}

/** In one step, so that a crash leaves no half of a secret. */
function writePrivately(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.part`, content, { mode: 0o600 })
  renameSync(`${path}.part`, path)
}
