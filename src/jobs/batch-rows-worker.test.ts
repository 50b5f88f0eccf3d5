import { beforeEach, expect, it, vi } from 'vitest'
import type { Answers, RowsReply } from './batch-rows-worker'
import { NO_EDITS } from './row-edits'

const LINES = ['+14155554901,Ann', '+1415555,Bob', '+14155554903,Cid', '+14155554904,Dan']
const bytes = new TextEncoder().encode(LINES.join('\n')).buffer
const scope = globalThis as unknown as { onmessage: (event: { data: unknown }) => void }

/** Asks the worker as a page does; answers with all parts at once. */
function ask<Name extends keyof Answers>(name: Name, ...given: Parameters<Answers[Name]>) {
  const items: unknown[] = []
  vi.stubGlobal('postMessage', (reply: RowsReply) => items.push(...reply.items))
  scope.onmessage({ data: { id: 1, name, given } })
  return items as ReturnType<Answers[Name]>
}
/** The cells of the rows, and what is left out. */
const rows = () =>
  ask('check', { targets: ['toPhoneNumber', 'firstName'], declared: [], earlier: new Map() }).map(
    ({ cells, state }) => (state === 'left out' ? 'left out' : cells.join(',')),
  )
/** Opens the page anew. */
async function open() {
  vi.resetModules()
  await import('./batch-rows-worker')
}
beforeEach(open)

const mended = ['+14155554901,Ann', '+14155554902,Bob', '+14155554903,Cid', 'left out']
function mend() {
  ask('read', 'one', bytes, NO_EDITS)
  rows()
  ask('fix', 1, new Map([[0, '+14155554902']]))
  ask('change', 'leave out', [3])
  expect(rows()).toEqual(mended)
}

it('keeps what was changed with its line where another first line names the columns', () => {
  mend()
  ask('read', 'one', bytes, NO_EDITS, true)
  expect(rows()).toEqual(mended.slice(1))
  // A line that is no row meanwhile keeps it, too.
  ask('read', 'one', bytes, NO_EDITS, false)
  ask('fix', 0, new Map([[1, 'Anna']]))
  ask('read', 'one', bytes, NO_EDITS, true)
  expect(rows()).toEqual(mended.slice(1))
  ask('read', 'one', bytes, NO_EDITS, false)
  expect(rows()).toEqual(['+14155554901,Anna', ...mended.slice(1)])
})

it('keeps it with its line after a reload, however the first line was read when it was stored', async () => {
  mend()
  const [stored] = ask('edits', 'one')
  await open()
  ask('read', 'one', bytes, stored ?? NO_EDITS, true)
  expect(rows()).toEqual(mended.slice(1))
})

it('takes no cells that were changed in another encoding', () => {
  const western = Uint8Array.from([...new TextEncoder().encode('+14155554901,'), 0xa3, 0x61]).buffer
  ask('read', 'one', western, NO_EDITS)
  rows()
  ask('fix', 0, new Map([[0, '+14155554902']]))
  expect(rows()).toEqual(['+14155554902,£a'])
  const [stored] = ask('edits', 'one')
  ask('read', 'one', western, NO_EDITS, undefined, 'windows-1250')
  expect(rows()).toEqual(['+14155554901,Ła'])
  ask('read', 'two', western, stored ?? NO_EDITS)
  expect(rows()).toEqual(['+14155554902,£a'])
})

it('hands over nothing as what was changed of a file that it does not hold', () => {
  mend()
  expect(ask('edits', 'other')).toEqual([])
  expect(ask('edits', 'one')).toHaveLength(1)
})

it('takes nothing of another file, and what an earlier console stored as it stands', async () => {
  mend()
  ask('read', 'other', bytes, NO_EDITS)
  expect(rows()).toEqual(LINES)
  await open()
  ask('read', 'one', bytes, { ...NO_EDITS, leftOut: new Set([0]) }, true)
  expect(rows()[0]).toBe('left out')
})

it('holds to its line what was allowed of it', () => {
  const damaged = new TextEncoder().encode('Ann,+14155554901,note\nBob,+14155554902,4.47E+11').buffer
  const held = () =>
    ask('check', {
      targets: ['firstName', 'toPhoneNumber', 'metadata:note'],
      declared: [],
      earlier: new Map(),
    }).map(({ state }) => state)
  ask('read', 'one', damaged, NO_EDITS)
  expect(held()).toEqual(['ready', 'held'])
  ask('change', 'allow', [1])
  ask('read', 'one', damaged, NO_EDITS, true)
  expect(held()).toEqual(['ready'])
})
