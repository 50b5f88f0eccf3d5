import { resolve } from 'node:path'
import { CREDENTIAL, CREDENTIAL_RULE } from '../contract/console-info'
import { parseHost } from '../net/own-host'
import { StartRefused } from '../net/start-refused'
import { isPort, listOf, readerOf, type Variables } from '../net/variables'
import type { ModelConfig } from './engine/language-model'

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

function isModelAddress(value: string): boolean {
  if (!/^https?:\/\//i.test(value) || /[?#@\s]/.test(value) || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const MODEL_NAME = /^[\x21-\x7e]{1,200}$/
const MODEL_NAME_RULE = 'must have 1 to 200 printable ASCII characters and no spaces'

const credential = [(value: string) => CREDENTIAL.test(value), CREDENTIAL_RULE] as const

/** Reads a variable. Throws `StartRefused`, as all below: it names the variable and never a value. */
const read = readerOf({
  DATA_DIR: [(value: string) => !value.includes('\0'), 'must be a directory'],
  DATABASE_URL: [
    (value: string) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value),
    'must be an address such as postgres://user:password@127.0.0.1:5432/name',
  ],
  SERVICE_PORT: [isPort, 'must be a port number from 0 to 65535'],
  SERVICE_API_KEY: credential,
  SERVICE_ACCESS_TOKEN: credential,
  LLM_BASE_URL: [
    isModelAddress,
    'must be an http or https address without user name, query or fragment, such as https://models.example/v1',
  ],
  LLM_API_KEY: credential,
  LLM_MODEL: [(value: string) => MODEL_NAME.test(value), MODEL_NAME_RULE],
  EMBED_MODEL: [(value: string) => MODEL_NAME.test(value), MODEL_NAME_RULE],
  TOOL_HOSTS: [
    (value: string) => listOf(value).every((host) => HOST.test(host)),
    'must be host names, with a port if needed, separated by commas, such as orders:8080,10.0.0.7',
  ],
  ALLOWED_HOSTS: [
    (value: string) => listOf(value).every((host) => parseHost(host) !== undefined),
    'must be host names, each with or without a port, separated by commas, such as service.example.com:8443',
  ],
  CHAT_TOKEN_SECONDS: [
    (value: string) => /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 86_400,
    'must be a number of seconds from 1 to 86400',
  ],
  REQUESTS_PER_SECOND: [
    (value: string) => /^[1-9]\d{0,4}$/.test(value),
    'must be a number from 1 to 99999, or unset for no limit',
  ],
})

export interface StoreConfig {
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl?: string
}

interface LocalConfig extends StoreConfig {
  readonly model?: ModelConfig
  /** Absent: no limit (D24). */
  readonly requestsPerSecond?: number
  /** Hosts of tools that may be private (D307). */
  readonly toolHosts: readonly string[]
  /** Milliseconds that the token of a web chat lasts; absent: the usual time. */
  readonly chatTokenLifetime?: number
}

export interface ServiceConfig extends LocalConfig {
  readonly port: number
  readonly apiKey?: string
  readonly accessToken?: string
  /** Names beside those of this machine, as `parseHost` reads them. */
  readonly allowedHosts: readonly string[]
}

const refuse = (message: string) => new StartRefused(`${message}.`)

export function readModelConfig(variables: Variables): ModelConfig | undefined {
  const baseUrl = read(variables, 'LLM_BASE_URL')
  const apiKey = read(variables, 'LLM_API_KEY')
  const model = read(variables, 'LLM_MODEL')
  const embedModel = read(variables, 'EMBED_MODEL')
  if (!baseUrl && !model && !apiKey && !embedModel) return undefined
  if (!baseUrl) throw refuse('LLM_BASE_URL must be set, too, for agents to answer with a language model')
  if (!model) throw refuse('LLM_MODEL must be set, too, for agents to answer with a language model')
  const { protocol, hostname } = new URL(baseUrl)
  if (apiKey && protocol === 'http:' && !isLoopback(hostname))
    throw refuse(
      'LLM_BASE_URL must be an https address when LLM_API_KEY is set, unless it is on this machine',
    )
  return { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model, embedModel }
}

/** Adds the variables of `.env` in the current directory, if it exists. */
export function loadEnvironment(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw refuse('.env cannot be read')
  }
}

export const readStoreConfig = (variables: Variables): StoreConfig => ({
  dataDir: resolve(read(variables, 'DATA_DIR') ?? '.data'),
  databaseUrl: read(variables, 'DATABASE_URL'),
})

/** What the local service takes from the environment, whoever starts it. */
export function readLocalConfig(variables: Variables): LocalConfig {
  const limit = read(variables, 'REQUESTS_PER_SECOND')
  const model = readModelConfig(variables)
  const seconds = read(variables, 'CHAT_TOKEN_SECONDS')
  return {
    ...readStoreConfig(variables),
    model,
    requestsPerSecond: limit ? Number(limit) : undefined,
    toolHosts: listOf(read(variables, 'TOOL_HOSTS')),
    chatTokenLifetime: seconds ? Number(seconds) * 1000 : undefined,
  }
}

export const readServiceConfig = (variables: Variables): ServiceConfig => ({
  port: Number(read(variables, 'SERVICE_PORT') ?? 4610),
  apiKey: read(variables, 'SERVICE_API_KEY'),
  accessToken: read(variables, 'SERVICE_ACCESS_TOKEN'),
  allowedHosts: listOf(read(variables, 'ALLOWED_HOSTS')).flatMap((host) => parseHost(host) ?? []),
  ...readLocalConfig(variables),
})
