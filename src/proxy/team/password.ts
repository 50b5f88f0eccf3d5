import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Person } from '../../contract/session'
import type { SignIn } from '../config'

const derive = promisify(scrypt) as (
  password: string,
  salt: string | Buffer,
  bytes: number,
) => Promise<Buffer>

const DIGEST_BYTES = 32

/** A digest of how people sign in, the same in every process with this configuration; as slow to guess from as the password itself. */
export const digestOf = async (signIn: SignIn) =>
  (
    await derive(
      JSON.stringify([signIn.password, signIn.viewerPassword, signIn.oidc]),
      'how people sign in',
      DIGEST_BYTES,
    )
  ).toString('hex')

/** Says whose password it is. Only digests are compared, all of them, in constant time. */
export async function openPasswords({ password, viewerPassword }: SignIn) {
  const salt = randomBytes(16)
  const wanted = await Promise.all(
    [
      { password, role: 'operator' as const },
      { password: viewerPassword, role: 'viewer' as const },
    ].flatMap((each) =>
      each.password === undefined
        ? []
        : [derive(each.password, salt, DIGEST_BYTES).then((digest) => ({ digest, role: each.role }))],
    ),
  )
  return async (given: string): Promise<Person | undefined> => {
    const digest = await derive(given, salt, DIGEST_BYTES)
    const [found] = wanted.filter((each) => timingSafeEqual(each.digest, digest))
    return found && { name: found.role, role: found.role, signIn: 'password' }
  }
}
