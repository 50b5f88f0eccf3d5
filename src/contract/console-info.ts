import { operation } from './operation'
import { ours } from './reply'
import type { Person } from './session'

/**
 * What `GET /console/info` tells the page about its connection. Never a secret: which credentials are present, not what they are.
 * This is our own address, not one of the service.
 */
export interface ConsoleInfo {
  /** `local`: the service of this repository, in process. `hosted`: the one at `SERVICE_URL`. */
  readonly service: 'local' | 'hosted'
  /** Names the connection for the ledger and the screen: `local`, or the host name (with port) of the hosted service. */
  readonly serviceName: string
  readonly credentials: { readonly apiKey: boolean; readonly accessToken: boolean }
  /** The origins that web-chat creation may be sent with; the first unless another is chosen (D185). */
  readonly chatOrigins: readonly [string, ...string[]]
  /** Where pages of other origins reach the web chat of the service: not through the console, which answers only its own page. */
  readonly chatAddress?: string
  readonly limits: {
    /** Largest upload that the proxy passes on, in bytes. */
    readonly uploadBytes: number
    /** Largest JSON body, in bytes. */
    readonly bodyBytes: number
  }
  /** Who is signed in; absent where nobody has to. */
  readonly person?: Person
  /** Ids that the local service comes with, so that forms can be filled; absent for a hosted service. */
  readonly samples?: {
    readonly sttConfigIds: readonly string[]
    readonly ttsConfigIds: readonly string[]
    readonly llmConfigIds: readonly string[]
    readonly voiceIds: readonly string[]
    readonly phoneNumbers: readonly { readonly id: string; readonly phoneNumber: string }[]
    readonly toolSlugs: readonly string[]
    readonly preBuiltToolSlugs: readonly string[]
  }
}

export const CONSOLE_INFO_PATH = '/console/info'

/** Not an operation of the service but the console's own address, declared alike so that one function calls both. */
export const readConsoleInfo = operation({
  name: 'readConsoleInfo',
  method: 'GET',
  path: CONSOLE_INFO_PATH,
  auth: 'none',
  summary: 'Tells what the console is connected to.',
  to: 'read what the console is connected to',
  timeoutMs: 10_000,
  reply: ours<ConsoleInfo>('serviceName'),
})

/** Request header by which the page chooses one of `chatOrigins`; the proxy sends no other (D185). */
export const CHAT_ORIGIN_HEADER = 'x-chat-origin'

/** Largest file that the local service takes and the console sends: 50 MB (D17). */
export const UPLOAD_BYTES_MAX = 50 * 1024 * 1024

/** Largest JSON body: 1 MiB (D6). */
export const BODY_BYTES_MAX = 1024 * 1024

/** What a key or a token may hold, here and at a hosted service, so that it fits a header (D247). */
export const CREDENTIAL = /^[\x21-\x7e]{1,4096}$/

/** The same in words, after the name of a variable. */
export const CREDENTIAL_RULE = 'must be 1 to 4,096 printable ASCII characters without spaces'

/** Request header of what the page asks without anybody using it; a session lives no longer for it (D484). */
export const UNATTENDED_HEADER = 'x-unattended'
