import type { ConsoleInfo } from '../contract/console-info'

/** What the proxy says of a connection. */
export const infoOf = (serviceName: string, service: ConsoleInfo['service'] = 'hosted'): ConsoleInfo => ({
  service,
  serviceName,
  credentials: { apiKey: true, accessToken: true },
  chatOrigins: ['http://127.0.0.1'],
  limits: { uploadBytes: 1000, bodyBytes: 1000 },
})
