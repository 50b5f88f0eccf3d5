import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readModelConfig, readServiceConfig } from './config'

test('nothing needs to be set', () => {
  expect(readServiceConfig({ SERVICE_API_KEY: ' ', DATABASE_URL: '' })).toEqual({
    dataDir: resolve('.data'),
    port: 4610,
    toolHosts: [],
    allowedHosts: [],
  })
})

test('what is set is taken', () => {
  expect(
    readServiceConfig({
      DATA_DIR: '/srv/data',
      DATABASE_URL: 'postgres://user:secret@db.example:5432/name',
      SERVICE_PORT: '0',
      SERVICE_API_KEY: 'a-long-key',
      SERVICE_ACCESS_TOKEN: 'a-long-token',
      REQUESTS_PER_SECOND: '10',
      TOOL_HOSTS: 'orders:8080, 10.0.0.7,[::1]:80',
    }),
  ).toEqual({
    dataDir: '/srv/data',
    databaseUrl: 'postgres://user:secret@db.example:5432/name',
    port: 0,
    apiKey: 'a-long-key',
    accessToken: 'a-long-token',
    requestsPerSecond: 10,
    toolHosts: ['orders:8080', '10.0.0.7', '[::1]:80'],
    allowedHosts: [],
  })
})

test.each([
  ['SERVICE_PORT', '4610x'],
  ['SERVICE_PORT', '65536'],
  ['SERVICE_PORT', '-1'],
  ['DATABASE_URL', 'mysql://somewhere'],
  ['DATABASE_URL', 'localhost:5432'],
  ['SERVICE_API_KEY', 'x'.repeat(4097)],
  ['SERVICE_ACCESS_TOKEN', 'with a space'],
  ['REQUESTS_PER_SECOND', '0'],
  ['REQUESTS_PER_SECOND', 'ten'],
  ['TOOL_HOSTS', 'http://orders'],
  ['TOOL_HOSTS', 'two words'],
])('a wrong %s (%s) is one sentence that names it and does not repeat it', (name, value) => {
  const read = () => readServiceConfig({ [name]: value })
  expect(read).toThrow(new RegExp(`^${name} must [^.\\n]+(\\.\\d+)*[^.\\n]*\\.$`))
  if (/[a-z]{3}/.test(value)) expect(read).not.toThrow(value)
})

test('a key may be short, as the console takes any that fits a header (D247)', () => {
  expect(readServiceConfig({ SERVICE_API_KEY: 'try-it' }).apiKey).toBe('try-it')
})

describe('the language model of the testing lab', () => {
  const MODEL = {
    LLM_BASE_URL: 'https://models.example/v1/',
    LLM_API_KEY: 'sk-secret',
    LLM_MODEL: 'some-model',
  }

  test('is what the three variables say', () => {
    expect(readModelConfig({})).toBeUndefined()
    expect(readServiceConfig(MODEL).model).toEqual({
      baseUrl: 'https://models.example/v1',
      apiKey: 'sk-secret',
      model: 'some-model',
    })
  })

  test('searches by meaning, too, where an embedding model is named beside it', () => {
    expect(readModelConfig({ ...MODEL, EMBED_MODEL: 'embedder' })?.embedModel).toBe('embedder')
    expect(() => readModelConfig({ EMBED_MODEL: 'embedder' })).toThrow(/^LLM_BASE_URL must be set, too/)
  })

  test('needs no key, and may then be anywhere; with one, plain http is for this machine only', () => {
    const { LLM_API_KEY: _, ...open } = MODEL
    expect(readModelConfig({ ...open, LLM_BASE_URL: 'http://10.0.0.7:8000/v1' })?.apiKey).toBeUndefined()
    expect(readModelConfig({ ...MODEL, LLM_BASE_URL: 'http://127.0.0.1:11434/v1' })?.apiKey).toBe('sk-secret')
    expect(() => readModelConfig({ ...MODEL, LLM_BASE_URL: 'http://10.0.0.7:8000/v1' })).toThrow(
      /^LLM_BASE_URL must be an https address when LLM_API_KEY is set/,
    )
  })

  test.each([
    ['LLM_BASE_URL', 'models.example'],
    ['LLM_BASE_URL', 'https://user:hidden@models.example'],
    ['LLM_BASE_URL', 'https://models.example/v1?key=hidden'],
    ['LLM_BASE_URL', 'file:///etc/passwd'],
    ['LLM_BASE_URL', ''],
    ['LLM_API_KEY', 'hidden key'],
    ['LLM_MODEL', 'a b'],
    ['EMBED_MODEL', 'a b'],
    ['LLM_MODEL', ''],
  ])('a wrong %s (%j) is one sentence that names it and does not repeat it', (name, value) => {
    const read = () => readModelConfig({ ...MODEL, [name]: value })
    expect(read).toThrow(new RegExp(`^${name} must [^\\n]+\\.$`))
    expect(read).not.toThrow(/hidden/)
  })
})
