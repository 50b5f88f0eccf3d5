import type { Operation } from '../contract/operation'

/** What requests to the service go out with. */
export interface Credentials {
  readonly apiKey?: string
  readonly accessToken?: string
}

/** The one header that an operation is allowed to act with (§5), or the name of the variable that is missing. */
export type Credential =
  | { readonly header: Readonly<Record<string, string>>; readonly secret?: string; readonly source: string }
  | { readonly missing: string }

/** The one credential that an operation names (safety rule 5), as the header that carries it; or the variable that lacks it. */
export function credentialFor(
  { auth }: Operation,
  { apiKey, accessToken }: Credentials,
  chatOrigin: string,
): Credential {
  switch (auth) {
    case 'apiKey':
      return apiKey
        ? { header: { 'x-api-key': apiKey }, secret: apiKey, source: 'SERVICE_API_KEY' }
        : { missing: 'SERVICE_API_KEY' }
    case 'bearer':
      return accessToken
        ? {
            header: { authorization: `Bearer ${accessToken}` },
            secret: accessToken,
            source: 'SERVICE_ACCESS_TOKEN',
          }
        : { missing: 'SERVICE_ACCESS_TOKEN' }
    case 'origin':
      return { header: { origin: chatOrigin }, source: 'CHAT_ORIGIN' }
    case 'none':
      return { header: {}, source: '' }
  }
}
