import { expect, it } from 'vitest'
import { metadataOf, rowsOf } from './-metadata-rows'

it('goes from JSON to rows and back without losing anything', () => {
  const metadata = {
    source: 'crm',
    count: 3,
    deep: { a: [1, null] },
    text: '12',
    ['__proto__']: 'x',
    empty: '',
  }
  expect(metadataOf(rowsOf(metadata))).toEqual(metadata)
  expect(metadataOf(rowsOf({}))).toBeUndefined()
})

it('keeps a number a number as long as it reads as one', () => {
  const [row] = rowsOf({ count: 3 })
  expect(metadataOf([{ name: 'count', value: '4', isJson: row?.isJson }])).toEqual({ count: 4 })
  expect(metadataOf([{ name: 'count', value: 'many', isJson: true }])).toEqual({ count: 'many' })
  expect(metadataOf([{ name: ' typed ', value: '4' }])).toEqual({ typed: '4' })
})
