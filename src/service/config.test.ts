import { expect, test } from 'vitest'
import { readServiceConfig } from './config'

test('nothing needs to be set', () => {
  expect(readServiceConfig({ SERVICE_API_KEY: ' ', DATABASE_URL: '' })).toEqual({
    dataDir: '.data',
    port: 4610,
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
    }),
  ).toEqual({
    dataDir: '/srv/data',
    databaseUrl: 'postgres://user:secret@db.example:5432/name',
    port: 0,
    apiKey: 'a-long-key',
    accessToken: 'a-long-token',
  })
})

test.each([
  ['SERVICE_PORT', '4610x'],
  ['SERVICE_PORT', '65536'],
  ['SERVICE_PORT', '-1'],
  ['DATABASE_URL', 'mysql://somewhere'],
  ['DATABASE_URL', 'localhost:5432'],
  ['SERVICE_API_KEY', 'short'],
  ['SERVICE_ACCESS_TOKEN', 'with a space'],
])('a wrong %s (%s) is one sentence that names it and does not repeat it', (name, value) => {
  const read = () => readServiceConfig({ [name]: value })
  expect(read).toThrow(new RegExp(`^${name} must [^.\\n]+(\\.\\d+)*[^.\\n]*\\.$`))
  if (name !== 'SERVICE_PORT') expect(read).not.toThrow(value)
})
