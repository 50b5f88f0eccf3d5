import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { CREDENTIAL, CREDENTIAL_RULE } from '../contract/console-info'
import { StartRefused } from './store/lock'
import type { ModelConfig } from './testing-lab/language-model'

const optionalSecret = (name: string) =>
  z.optional(z.string().check(z.regex(CREDENTIAL, `${name} ${CREDENTIAL_RULE}`)))

const storeEnvironment = z.object({
  DATA_DIR: z._default(
    z.string().check(z.refine((value) => !value.includes('\0'), 'DATA_DIR must be a directory')),
    '.data',
  ),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
          'DATABASE_URL must be an address such as postgres://user:password@127.0.0.1:5432/name',
        ),
      ),
  ),
})

const environment = z.object({
  SERVICE_PORT: z.pipe(
    z._default(
      z
        .string()
        .check(
          z.refine(
            (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
            'SERVICE_PORT must be a port number from 0 to 65535',
          ),
        ),
      '4610',
    ),
    z.transform(Number),
  ),
  SERVICE_API_KEY: optionalSecret('SERVICE_API_KEY'),
  SERVICE_ACCESS_TOKEN: optionalSecret('SERVICE_ACCESS_TOKEN'),
})

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

function isModelAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /[?#@\s]/.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

const modelEnvironment = z.object({
  LLM_BASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          isModelAddress,
          'LLM_BASE_URL must be an http or https address without user name, query or fragment, such as https://models.example/v1',
        ),
      ),
  ),
  LLM_API_KEY: optionalSecret('LLM_API_KEY'),
  LLM_MODEL: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\x21-\x7e]{1,200}$/,
          'LLM_MODEL must have 1 to 200 printable ASCII characters and no spaces',
        ),
      ),
  ),
})

const rateEnvironment = z.object({
  REQUESTS_PER_SECOND: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[1-9]\d{0,4}$/,
          'REQUESTS_PER_SECOND must be a number from 1 to 99999, or unset for no limit',
        ),
      ),
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

/** What is set, and not only to spaces. */
const setOf = (variables: Variables) =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )

const refuse = (message = 'The configuration is wrong') => new StartRefused(`${message}.`)

/**
 * The language model of the testing lab, where one is configured. Throws `StartRefused` with one sentence that names the variable and never repeats
 * a value.
 */
export function readModelConfig(variables: Variables): ModelConfig | undefined {
  const read = modelEnvironment.safeParse(setOf(variables))
  if (!read.success) throw refuse(read.error.issues[0]?.message)
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: apiKey, LLM_MODEL: model } = read.data
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

/** How many requests the service lets through per second (D24); `undefined`: all. Throws `StartRefused`. */
export function readRequestsPerSecond(variables: Variables): number | undefined {
  const read = rateEnvironment.safeParse(setOf(variables))
  if (!read.success) throw refuse(read.error.issues[0]?.message)
  const { REQUESTS_PER_SECOND: limit } = read.data
  return limit ? Number(limit) : undefined
}

/** Adds what `.env` in the current directory sets, where there is one. Throws `StartRefused`. */
export function loadEnvironment(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refuse('.env cannot be read')
  }
}

/** Where the local service keeps everything. Throws `StartRefused` with one sentence that names the wrong variable. */
export function readStoreConfig(variables: Variables): StoreConfig {
  const read = storeEnvironment.safeParse(setOf(variables))
  if (!read.success) throw refuse(read.error.issues[0]?.message)
  return { dataDir: resolve(read.data.DATA_DIR), databaseUrl: read.data.DATABASE_URL }
}

/** Reads the configuration of the stand-alone service. Throws `StartRefused` with one sentence that names the wrong variable. */
export function readServiceConfig(variables: Variables): ServiceConfig {
  const read = environment.safeParse(setOf(variables))
  if (!read.success) throw refuse(read.error.issues[0]?.message)
  const { data } = read
  return {
    ...readStoreConfig(variables),
    port: data.SERVICE_PORT,
    apiKey: data.SERVICE_API_KEY,
    accessToken: data.SERVICE_ACCESS_TOKEN,
    model: readModelConfig(variables),
    requestsPerSecond: readRequestsPerSecond(variables),
  }
}
