import { expect, test } from 'vitest'
import { ServiceRefusal } from '../client/api-error'
import type { Tool } from '../contract/tools'
import { askSized, nextCursor } from './cursor-pages'
import { joinPages, toolQueries } from './tools'

const tool = (id: string): Tool => ({ id, other: {} })
const page = (ids: readonly string[], nextCursor?: string) => ({
  items: ids.map(tool),
  unreadable: [],
  nextCursor,
})

test('follows the cursor of the last page, and ends where there is none', () => {
  expect(nextCursor([page(['a'], '1'), page(['b'], '2')], [undefined, '1'])).toBe('2')
  expect(nextCursor([page(['a'], '1'), page(['b'])], [undefined, '1'])).toBeUndefined()
})

test('a cursor that was used before is not asked for again', () => {
  expect(nextCursor([page(['a'], '1'), page(['b'], '1')], [undefined, '1'])).toBeUndefined()
  const circle = [page(['a'], '1'), page(['b'], '2'), page(['c'], '1')]
  expect(nextCursor(circle, [undefined, '1', '2'])).toBeUndefined()
})

test('fresh cursors that bring nothing new are followed three times', () => {
  const pages = [page(['a'], '1'), page([], '2'), page(['a'], '3')]
  expect(nextCursor(pages, [undefined, '1', '2'])).toBe('3')
  expect(nextCursor([...pages, page(['a'], '4')], [undefined, '1', '2', '3'])).toBeUndefined()
  // A page with something new begins the count anew.
  const goesOn = [...pages, page(['b'], '4'), page([], '5')]
  expect(nextCursor(goesOn, [undefined, '1', '2', '3', '4'])).toBe('5')
})

test('pages become one list with each tool once, which says when it was cut short', () => {
  const whole = { pages: [page(['a', 'b'], '1'), page(['b', 'c'])], pageParams: [undefined, '1'] }
  expect(joinPages(whole)).toMatchObject({ tools: [{ id: 'a' }, { id: 'b' }, { id: 'c' }], cutShort: false })
  const repeated = { pages: [page(['a'], '1'), page(['b'], '1')], pageParams: [undefined, '1'] }
  expect(joinPages(repeated).cutShort).toBe(true)
})

test('a service that refuses the size of a page is asked for its own, and no other refusal asks again', async () => {
  const asked: (string | undefined)[] = []
  const refuse = (status: number) => async (limit?: string) => {
    asked.push(limit)
    if (limit !== undefined) throw new ServiceRefusal({ operation: 'listTools', status })
    return 'page'
  }
  for (const status of [400, 422]) expect(await askSized(50, refuse(status))).toBe('page')
  await expect(askSized(50, refuse(404))).rejects.toBeInstanceOf(ServiceRefusal)
  expect(asked).toEqual(['50', undefined, '50', undefined, '50'])
})

test('a service that says it is asked too fast is waited for longer than one that fails', () => {
  const { retry } = toolQueries.pages()
  const again = (failures: number, status: number) =>
    typeof retry === 'function' && retry(failures, new ServiceRefusal({ operation: 'listTools', status }))
  expect([again(1, 500), again(2, 500), again(3, 429), again(4, 429)]).toEqual([true, false, true, false])
})
