import { expect, it } from 'vitest'
import { rowsFault, rowsOf, textOf } from './-metadata-rows'

it('goes from JSON to rows and back without losing anything', () => {
  const metadata = {
    source: 'crm',
    count: 3,
    deep: { a: [1, null] },
    text: '12',
    ['__proto__']: 'x',
    empty: '',
  }
  expect(JSON.parse(textOf(rowsOf(metadata)))).toEqual(metadata)
  expect(textOf(rowsOf({}))).toBe('')
})

it('keeps a number a number as long as it reads as one', () => {
  const [row] = rowsOf({ count: 3 })
  expect(JSON.parse(textOf([{ name: 'count', value: '4', isJson: row?.isJson }]))).toEqual({ count: 4 })
  expect(JSON.parse(textOf([{ name: 'count', value: 'many', isJson: true }]))).toEqual({ count: 'many' })
  expect(JSON.parse(textOf([{ name: ' typed ', value: '4' }]))).toEqual({ typed: '4' })
})

it('names what cannot be sent', () => {
  expect(rowsFault([{ name: ' ', value: 'x' }])).toMatch(/no name/)
  const twice = [
    { name: 'a', value: '1' },
    { name: 'a ', value: '2' },
  ]
  expect(rowsFault(twice)).toMatch(/a is there twice/)
  expect(rowsFault([{ name: '', value: '' }])).toBeNull()
})
