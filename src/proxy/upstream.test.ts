import { expect, it } from 'vitest'
import { parseJson } from './upstream'

it('reads JSON with or without a mark of its byte order, and nothing else', () => {
  for (const mark of ['', '\ufeff'])
    expect(parseJson(Buffer.from(`${mark}{"a":1}`).toString())).toEqual({ a: 1 })
  expect(parseJson('<p>')).toBeUndefined()
})
