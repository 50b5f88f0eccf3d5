import { expect, test } from 'vitest'
import { pathOf } from './light-icons'

test('the parts of an icon become one path, each drawn from where it stood', () => {
  expect(
    pathOf('all', [
      ['path', { d: 'M5 5h14', key: 'a' }],
      ['path', { d: 'm16 9-5 5', key: 'b' }],
      ['line', { x1: '1', y1: '2', x2: '3', y2: '4' }],
      ['polyline', { points: '1 2 3 4' }],
      ['polygon', { points: '1 2 3 4 5 6' }],
    ]),
  ).toBe('M5 5h14M0 0m16 9-5 5M1 2L3 4M1 2 3 4M1 2 3 4 5 6z')
})

test('round shapes are closed arcs, and a dot that is filled has a middle', () => {
  expect(pathOf('ring', [['circle', { cx: '12', cy: '12', r: '10' }]])).toBe(
    'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0z',
  )
  expect(pathOf('egg', [['ellipse', { cx: '12', cy: '5', rx: '9', ry: '3' }]])).toBe(
    'M3 5a9 3 0 1 0 18 0a9 3 0 1 0-18 0z',
  )
  expect(pathOf('dot', [['circle', { cx: '7', cy: '7', r: '.5', fill: 'currentColor' }]])).toMatch(
    /M7 7h\.01$/,
  )
})

test('a rectangle has the corners it says, also where it says one radius', () => {
  const place = { x: '2', y: '3', width: '8', height: '6' }
  expect(pathOf('box', [['rect', place]])).toBe('M2 3h8v6h-8v-6z')
  const round = 'M4 3h4a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z'
  const radii: Record<string, string>[] = [{ rx: '2' }, { ry: '2' }, { rx: '2', ry: '2' }]
  for (const radius of radii)
    expect(pathOf('box', [['rect', { ...place, ...radius }]]).replaceAll(/(?<=\d) (?=-)/g, '')).toBe(round)
})

test('an icon with a part that no line draws ends the build', () => {
  expect(() => pathOf('blot', [['circle', { cx: '7', cy: '7', r: '5', fill: 'currentColor' }]])).toThrow(
    'blot',
  )
  expect(() => pathOf('note', [['text', { x: '7' }]])).toThrow('note')
})
