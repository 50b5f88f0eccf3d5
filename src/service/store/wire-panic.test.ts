import { expect, test } from 'vitest'
import { panicIn } from './pglite-messages'

/** A message: type, length, content. */
function message(type: string, content = ''): Buffer {
  const body = Buffer.from(content, 'latin1')
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const error = (severity: string, code: string) =>
  message('E', `S${severity}\0V${severity}\0C${code}\0MSome text VPANIC\0\0`)

test('finds the message of a server that gave up, wherever it stands', () => {
  const before = [message('1'), message('D', 'VPANIC\0C53100\0')]
  const ready = message('Z', 'I')
  expect(panicIn(Buffer.concat([...before, error('PANIC', '53100'), ready]))).toBe('53100')
  expect(panicIn(Buffer.concat([error('FATAL', '57P01')]))).toBe('57P01')
  expect(panicIn(Buffer.concat([...before, error('ERROR', '53100'), ready]))).toBeUndefined()
  expect(panicIn(new Uint8Array())).toBeUndefined()
})
