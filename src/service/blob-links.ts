import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './clock'

/** What a link allows, once. */
export interface BlobPermission {
  readonly method: 'PUT' | 'GET'
  readonly id: string
  readonly contentType: string
}

/** Makes and checks the temporary addresses under which files are sent and viewed. */
export interface BlobLinks {
  create(permission: BlobPermission, lifetimeSeconds: number): string
  /** Whether the address was made here for exactly this and has not expired. */
  allows(permission: BlobPermission, address: URL): boolean
}

interface LinkOptions {
  /** At least 32 bytes, kept with the data: links outlive a restart. */
  readonly key: Uint8Array
  readonly publicUrl: () => string
  readonly clock: Clock
}

/** Signs method, id, content type and expiry, so that none of them can be exchanged (safety 10). */
export function createBlobLinks({ key, publicUrl, clock }: LinkOptions): BlobLinks {
  const sign = ({ method, id, contentType }: BlobPermission, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([method, id, contentType, expires]))
      .digest()

  return {
    create(permission, lifetimeSeconds) {
      const expires = Math.floor(clock.now().getTime() / 1000) + lifetimeSeconds
      const address = new URL(`/blobs/${permission.id}`, publicUrl())
      address.searchParams.set('expires', String(expires))
      address.searchParams.set('signature', sign(permission, expires).toString('base64url'))
      return address.href
    },
    allows(permission, address) {
      const expires = address.searchParams.get('expires') ?? ''
      const given = Buffer.from(address.searchParams.get('signature') ?? '', 'base64url')
      if (!/^\d{1,12}$/.test(expires)) return false
      const wanted = sign(permission, Number(expires))
      return (
        given.length === wanted.length &&
        timingSafeEqual(given, wanted) &&
        Number(expires) * 1000 > clock.now().getTime()
      )
    },
  }
}
