import * as z from 'zod/mini'

/**
 * What `GET /console/info` tells the page about its connection. Never a secret: which credentials are present, not what they are.
 * This is our own address, not one of the service.
 */
export const consoleInfo = z.object({
  /** `local`: the service of this repository, in process. `hosted`: the one at `SERVICE_URL`. */
  service: z.enum(['local', 'hosted']),
  /** Names the connection for the ledger and the screen: `local`, or the host name (with port) of the hosted service. */
  serviceName: z.string(),
  credentials: z.object({ apiKey: z.boolean(), accessToken: z.boolean() }),
  /** The `Origin` that web-chat creation is sent with. */
  chatOrigin: z.string(),
  limits: z.object({
    /** Largest upload that the proxy passes on, in bytes. */
    uploadBytes: z.number(),
    /** Largest JSON body, in bytes. */
    bodyBytes: z.number(),
  }),
  /** Ids that the local service comes with, so that forms can be filled; absent for a hosted service. */
  samples: z.optional(
    z.object({
      sttConfigIds: z.array(z.string()),
      ttsConfigIds: z.array(z.string()),
      llmConfigIds: z.array(z.string()),
      voiceIds: z.array(z.string()),
      phoneNumbers: z.array(z.object({ id: z.string(), phoneNumber: z.string() })),
      toolSlugs: z.array(z.string()),
      preBuiltToolSlugs: z.array(z.string()),
    }),
  ),
})

export type ConsoleInfo = z.infer<typeof consoleInfo>

export const CONSOLE_INFO_PATH = '/console/info'

/** Largest file that the local service takes and the console sends: 50 MB (D17). */
export const UPLOAD_BYTES_MAX = 50 * 1024 * 1024

/** Largest JSON body: 1 MiB (D6). */
export const BODY_BYTES_MAX = 1024 * 1024
