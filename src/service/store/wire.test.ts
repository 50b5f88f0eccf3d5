import { expect, test } from 'vitest'
import { panicIn } from './pglite-messages'
import { WireBatches } from './pglite-socket'

/** A message: type, length, content. */
const typed = (type: string, content = '') => {
  const body = Buffer.from(content, 'latin1')
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const STARTUP = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('ABCD')])
const EXTENDED = Buffer.concat(['P', 'B', 'D', 'E', 'S'].map((type) => typed(type, 'SQXS')))
const WHOLE = Buffer.concat([STARTUP, typed('Q', 'select 1'), EXTENDED, typed('X')])

test.each([1, 2, 3, 7, 1000])(
  'cuts where the server must answer, however the bytes arrive (%i at a time)',
  (size) => {
    const batches = new WireBatches()
    const cut: string[] = []
    for (let at = 0; at < WHOLE.length; at += size)
      for (const batch of batches.push(WHOLE.subarray(at, at + size)))
        cut.push(Buffer.from(batch).toString('latin1'))
    expect(cut).toEqual(
      [STARTUP, typed('Q', 'select 1'), EXTENDED, typed('X')].map((part) => part.toString('latin1')),
    )
  },
)

test('keeps what is not complete', () => {
  const batches = new WireBatches()
  batches.push(STARTUP)
  expect(batches.push(Buffer.concat([typed('P'), typed('B')]))).toEqual([])
  expect(batches.push(typed('S'))).toHaveLength(1)
})

const error = (severity: string, code: string) =>
  typed('E', `S${severity}\0V${severity}\0C${code}\0MSome text VPANIC\0\0`)

test('finds the message of a server that gave up, wherever it stands', () => {
  const before = [typed('1'), typed('D', 'VPANIC\0C53100\0')]
  const ready = typed('Z', 'I')
  expect(panicIn(Buffer.concat([...before, error('PANIC', '53100'), ready]))).toBe('53100')
  expect(panicIn(Buffer.concat([error('FATAL', '57P01')]))).toBe('57P01')
  expect(panicIn(Buffer.concat([...before, error('ERROR', '53100'), ready]))).toBeUndefined()
  expect(panicIn(new Uint8Array())).toBeUndefined()
})
