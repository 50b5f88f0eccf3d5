import { expect, it } from 'vitest'
import { Fields, findList, idOf, listReply, textOf, writeReply } from './reply'

it('takes text and ids that are not empty', () => {
  for (const none of ['', 7, null, undefined, {}]) expect(textOf(none)).toBeUndefined()
  for (const none of ['', null, undefined, {}, true]) expect(idOf(none)).toBeUndefined()
  expect([textOf(' '), idOf('a'), idOf(0)]).toEqual([' ', 'a', '0'])
})

it('takes no number for an id that is another one by the time it is read', () => {
  const { id } = JSON.parse('{"id":9007199254740993}')
  for (const none of [id, 1.5, Number.NaN]) expect(idOf(none)).toBeUndefined()
  expect(idOf(Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
})

it('takes a field under the first name that has the type, and keeps what it did not take', () => {
  const fields = new Fields({ size: ' ', bytes: '12', other: 'x', on: 'yes', off: false, nil: null })
  expect(fields.number('size', 'bytes')).toBe(12)
  expect(fields.number('other', 'off', 'nil', 'absent')).toBeUndefined()
  expect(fields.flag('on', 'off')).toBe(false)
  expect(fields.text('nil', 'off')).toBeUndefined()
  expect(fields.others()).toEqual({ size: ' ', other: 'x', on: 'yes' })
})

it('takes no field that an object has not itself', () => {
  expect(new Fields({}).object((value) => value, 'constructor')).toBeUndefined()
})

it('takes the first name that is a list, and keeps its unreadable items under it', () => {
  const even = (value: unknown) => (Number(value) % 2 ? undefined : Number(value))
  const fields = new Fields({ none: 'x', all: [2, 4], some: [1, 2] })
  expect([fields.list(even, 'absent', 'none'), fields.list(even, 'none', 'all')]).toEqual([undefined, [2, 4]])
  expect(fields.list(even, 'some')).toEqual([2])
  expect(fields.others()).toEqual({ none: 'x', some: [1] })
})

it('looks for a list two levels down, and no deeper (D3)', () => {
  expect(findList({ data: { items: { files: [1] } } }, ['files'])).toEqual([1])
  expect(findList({ data: { items: { data: { files: [1] } } } }, ['files'])).toBeUndefined()
})

it.each([
  [{ files: null, pagination: {} }, []],
  [{ data: { files: null } }, []],
  [{ files: null, items: [1] }, [1]],
  [{ data: null }, undefined],
])('takes a list that is null under its name as an empty one: %j', (reply, list) => {
  expect(findList(reply, ['files'])).toEqual(list)
})

it.each([
  [{ pagination: { nextCursor: 7 } }, '7'],
  [{ data: { next_cursor: 'n' } }, 'n'],
  [{ nextCursor: '', pagination: { next_cursor: 'n' } }, 'n'],
  [{ nextCursor: null }, undefined],
  [{ data: { result: { items: { nextCursor: 'deep' } } } }, undefined],
])('reads the next cursor of %j', (around, cursor) => {
  const read = listReply(['files'], (value) => value).parse({ files: [], ...around })
  expect(read.nextCursor).toBe(cursor)
})

it('says what was wanted where it is not there', () => {
  const reader = listReply(['files'], (value) => value)
  expect(() => reader.parse({})).toThrow('the reply has no list of files')
  expect(reader.safeParse([])).toMatchObject({ success: true, data: { items: [] } })
})

it('keeps all of an answer that holds no record', () => {
  for (const nothing of [undefined, null, '']) expect(writeReply(nothing, undefined).beside).toEqual({})
  expect(writeReply('done', undefined).beside).toEqual({ reply: 'done' })
  expect(writeReply({ ok: true }, undefined).beside).toEqual({ ok: true })
})
