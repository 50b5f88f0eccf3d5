import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isDiskFull, isStoreAway, StoreStopped, wasTooMuch } from './store-away'

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code })
const wrapped = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

test.each([
  withCode('08006'),
  withCode('57P01'),
  withCode('57P03'),
  withCode('53300'),
  withCode('57014'),
  withCode('55P03'),
  withCode('25P03'),
  withCode('40P01'),
  withCode('40001'),
  withCode('ECONNREFUSED'),
  withCode('ECONNRESET'),
  new Error('timeout exceeded when trying to connect'),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout', { cause: new Error('Connection terminated') }),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Cannot use a pool after calling end on the pool'),
  new StoreStopped('it took too long'),
])('$message $code: the store is away', (error) => {
  expect(isStoreAway(error)).toBe(true)
  expect(isStoreAway(wrapped(error))).toBe(true)
})

test.each([
  withCode('23505'),
  withCode('22P02'),
  withCode('42P01'),
  withCode('ENOENT'),
  withCode('EPERM'),
  new TypeError('no'),
  'x',
  undefined,
])('%s: it is not', (error) => {
  expect(isStoreAway(error)).toBe(false)
  expect(isDiskFull(error)).toBe(false)
})

test('a full disk is told from the rest', () => {
  for (const error of [
    withCode('53100'),
    withCode('ENOSPC'),
    withCode('EFBIG'),
    new StoreStopped('no room', '53100'),
  ]) {
    expect(isDiskFull(error)).toBe(true)
    expect(isDiskFull(wrapped(error))).toBe(true)
  }
  expect(isDiskFull(withCode('53300'))).toBe(false)
})

test('what the store gave up over is told from a store that went', () => {
  for (const error of [withCode('57014'), withCode('53200'), new StoreStopped('it took too long', '57014')])
    expect(wasTooMuch(wrapped(error))).toBe(true)
  for (const error of [withCode('57P01'), withCode('53300'), new StoreStopped('its thread ended')])
    expect(wasTooMuch(error)).toBe(false)
})
