import { BODY_BYTES_MAX, type ConsoleInfo } from '../contract/console-info'
import type { Credentials } from './credential'
import type { LocalService } from './local-service'

interface Connection {
  readonly serviceUrl?: string
  readonly local?: LocalService
  readonly credentials: Credentials
  readonly chatOrigins: ConsoleInfo['chatOrigins']
  readonly uploadBytes: number
}

/** What the page is told about its connection: which credentials are there, never what they are. */
export function describeConnection(connection: Connection): ConsoleInfo {
  const { serviceUrl, local, credentials, chatOrigins, uploadBytes } = connection
  return {
    service: local ? 'local' : 'hosted',
    serviceName: local || !serviceUrl ? 'local' : new URL(serviceUrl).host,
    credentials: { apiKey: Boolean(credentials.apiKey), accessToken: Boolean(credentials.accessToken) },
    chatOrigins,
    limits: { uploadBytes, bodyBytes: BODY_BYTES_MAX },
    samples: local?.samples?.(),
  }
}
