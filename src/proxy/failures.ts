import type { ProxyCode } from '../contract/errors'

interface Circumstances {
  /** The operation goes out with the `Origin` alone. */
  readonly originOnly?: boolean
  readonly chatOrigin?: string
  /** The variable that holds the credential. */
  readonly credentialSource?: string
  /** The status that the service answered with, where it did. */
  readonly upstreamStatus?: number
}

interface Failure {
  readonly status: 502 | 504
  readonly message: string
}

const gateway = (message: string): Failure => ({ status: 502, message })

const CREDENTIAL_NAMES: Readonly<Record<string, string>> = {
  SERVICE_API_KEY: 'API key',
  SERVICE_ACCESS_TOKEN: 'access token',
}

/**
 * What the proxy says in the service's place. Every text is ours: neither the service's words nor its host nor a
 * credential can be in it (safety rule 6).
 */
export function failureOf(code: ProxyCode, about: Circumstances = {}): Failure {
  const variable = about.credentialSource ?? ''
  switch (code) {
    case 'SERVICE_UNREACHABLE':
      return gateway('The service cannot be reached. Check that it runs and that SERVICE_URL is right')
    case 'SERVICE_TLS_FAILED':
      return gateway('The secure connection to the service failed: its certificate could not be trusted')
    case 'CREDENTIAL_MISSING':
      return gateway(
        `This needs the ${CREDENTIAL_NAMES[variable]}. Set ${variable} and start the console again`,
      )
    case 'CREDENTIAL_REFUSED':
      return about.originOnly
        ? gateway(
            `The service does not allow web chat from ${about.chatOrigin}. Add its host name to the organization's allowedChatDomains, or set CHAT_ORIGIN to an origin that is allowed`,
          )
        : gateway(`The service refused the ${CREDENTIAL_NAMES[variable]}. Check ${variable}`)
    case 'NOT_PERMITTED':
      return gateway(
        `The service does not permit this with the ${CREDENTIAL_NAMES[variable]}. Check what ${variable} may do, and whether what is asked for is forbidden there`,
      )
    case 'SERVICE_TIMED_OUT':
      return { status: 504, message: 'The service did not answer in time' }
    case 'SERVICE_REPLY_BROKEN':
      return gateway("The service's answer broke off or could not be read")
    case 'SERVICE_REPLY_TOO_LARGE':
      return gateway("The service's answer is larger than the console passes on")
    case 'SERVICE_REPLY_NOT_JSON':
      return gateway(`The service answered ${about.upstreamStatus ?? ''} with something other than JSON`)
    case 'SERVICE_REDIRECTED':
      return gateway(
        'The service answered with a redirect, which is not followed. SERVICE_URL must be its final address',
      )
    case 'UPLOAD_TARGET_REFUSED':
      return gateway(
        'The service named an upload address that files are not sent to: it is private or not https. If it is right, name its origin in UPLOAD_ORIGINS',
      )
    case 'REQUEST_REFUSED':
      return gateway('The request was refused')
  }
}
