import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { CREDENTIAL, CREDENTIAL_RULE } from '../contract/console-info'
import { StartRefused } from './store/lock'
import type { ModelConfig } from './testing-lab/language-model'

const setting = (fits: (value: string) => boolean, message: string) =>
  z.optional(z.string().check(z.refine(fits, message)))

const credential = (name: string) => setting((value) => CREDENTIAL.test(value), `${name} ${CREDENTIAL_RULE}`)

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

function isModelAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /[?#@\s]/.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

const store = z.object({
  DATA_DIR: setting((value) => !value.includes('\0'), 'DATA_DIR must be a directory'),
  DATABASE_URL: setting(
    (value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
    'DATABASE_URL must be an address such as postgres://user:password@127.0.0.1:5432/name',
  ),
})

const service = z.object({
  SERVICE_PORT: setting(
    (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
    'SERVICE_PORT must be a port number from 0 to 65535',
  ),
  SERVICE_API_KEY: credential('SERVICE_API_KEY'),
  SERVICE_ACCESS_TOKEN: credential('SERVICE_ACCESS_TOKEN'),
})

const languageModel = z.object({
  LLM_BASE_URL: setting(
    isModelAddress,
    'LLM_BASE_URL must be an http or https address without user name, query or fragment, such as https://models.example/v1',
  ),
  LLM_API_KEY: credential('LLM_API_KEY'),
  LLM_MODEL: setting(
    (value) => /^[\x21-\x7e]{1,200}$/.test(value),
    'LLM_MODEL must have 1 to 200 printable ASCII characters and no spaces',
  ),
})

const rate = z.object({
  REQUESTS_PER_SECOND: setting(
    (value) => /^[1-9]\d{0,4}$/.test(value),
    'REQUESTS_PER_SECOND must be a number from 1 to 99999, or unset for no limit',
  ),
})

export interface StoreConfig {
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl?: string
}

export interface ServiceConfig extends StoreConfig {
  readonly port: number
  readonly apiKey?: string
  readonly accessToken?: string
  readonly model?: ModelConfig
  readonly requestsPerSecond?: number
}

type Variables = Readonly<Record<string, string | undefined>>

const refuse = (message = 'The configuration is wrong') => new StartRefused(`${message}.`)

/** Reads variables; empty ones count as unset. Throws `StartRefused`, as all below: it names the variable and never a value. */
function read<Schema extends z.ZodMiniType>(schema: Schema, variables: Variables): z.infer<Schema> {
  const set = Object.entries(variables).flatMap(([name, value]) =>
    value?.trim() ? [[name, value.trim()]] : [],
  )
  const result = z.safeParse(schema, Object.fromEntries(set))
  if (!result.success) throw refuse(result.error.issues[0]?.message)
  return result.data
}

/** The testing lab's language model, if one is configured. */
export function readModelConfig(variables: Variables): ModelConfig | undefined {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = read(languageModel, variables)
  if (!baseUrl && !model && !apiKey) return undefined
  if (!baseUrl) throw refuse('LLM_BASE_URL must be set, too, for the testing lab to use a language model')
  if (!model) throw refuse('LLM_MODEL must be set, too, for the testing lab to use a language model')
  const { protocol, hostname } = new URL(baseUrl)
  if (apiKey && protocol === 'http:' && !isLoopback(hostname))
    throw refuse(
      'LLM_BASE_URL must be an https address when LLM_API_KEY is set, unless it is on this machine',
    )
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model }
}

/** `undefined`: no limit (D24). */
export function readRequestsPerSecond(variables: Variables): number | undefined {
  const { REQUESTS_PER_SECOND: limit } = read(rate, variables)
  return limit ? Number(limit) : undefined
}

/** Adds the variables of `.env` in the current directory, if it exists. */
export function loadEnvironment(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refuse('.env cannot be read')
  }
}

/** Where the local service stores everything. */
export function readStoreConfig(variables: Variables): StoreConfig {
  const { DATA_DIR: dataDir = '.data', DATABASE_URL: databaseUrl } = read(store, variables)
  return { dataDir: resolve(dataDir), databaseUrl }
}

/** The configuration of the stand-alone service. */
export function readServiceConfig(variables: Variables): ServiceConfig {
  const given = read(service, variables)
  return {
    ...readStoreConfig(variables),
    port: Number(given.SERVICE_PORT ?? 4610),
    apiKey: given.SERVICE_API_KEY,
    accessToken: given.SERVICE_ACCESS_TOKEN,
    model: readModelConfig(variables),
    requestsPerSecond: readRequestsPerSecond(variables),
  }
}
