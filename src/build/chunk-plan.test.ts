import { describe, expect, it } from 'vitest'
import { type PlannedModule, planChunks } from './chunk-plan'

const SMALL = 100
const LARGE = 50_000

/** Modules by name: how large they are, what they import, and after `later` what they load later. */
function plan(graph: Readonly<Record<string, readonly [size: number, imports?: string, later?: string]>>) {
  const words = (text = '') => text.split(' ').filter(Boolean)
  const modules = new Map(
    Object.entries(graph).map(([id, [size, imports, later]]): [string, PlannedModule] => [
      id,
      { size, imports: words(imports), loadsLater: words(later) },
    ]),
  )
  const later = [...modules.values()].flatMap(({ loadsLater }) => loadsLater)
  const visits = later.map((id) => ({ modules: [id], weight: id.startsWith('screen') ? 1 : 0.02 }))
  return planChunks(modules, 'main', visits).map((ids) => [...ids].sort().join(' '))
}

/** A screen that needs nothing of what the others need, so that this is nothing for all. */
const other = { screenZ: [LARGE] } as const

describe('the plan of files', () => {
  it('puts what every screen loads first, and leaves out what nobody loads', () => {
    const main = [SMALL, 'react', 'screenA screenZ'] as const
    const files = plan({ main, react: [LARGE], screenA: [LARGE, 'react'], lost: [SMALL], ...other })
    expect(files).toEqual(['main react', 'screenA', 'screenZ'])
  })

  it('keeps what only one screen needs away from the others', () => {
    const files = plan({
      main: [SMALL, '', 'screenA screenB screenZ'],
      screenA: [LARGE, 'both onlyA'],
      screenB: [LARGE, 'both'],
      both: [LARGE],
      onlyA: [LARGE],
      ...other,
    })
    expect(files).toEqual(['main', 'both', 'onlyA screenA', 'screenB', 'screenZ'])
  })

  it('joins small files rather than ask for one more', () => {
    const files = plan({
      main: [SMALL, '', 'screenA screenB screenC screenZ'],
      screenA: [LARGE, 'forThree forTwo'],
      screenB: [LARGE, 'forThree forTwo'],
      screenC: [LARGE, 'forThree'],
      forThree: [LARGE],
      forTwo: [SMALL],
      ...other,
    })
    expect(files).toContain('forThree forTwo')
  })

  it('takes a part that comes later for less than a screen', () => {
    const of = (part: string) =>
      plan({
        main: [SMALL, '', 'screenA screenZ'],
        screenA: [LARGE, 'shared', part],
        shared: [3_000],
        [part]: [LARGE, 'shared'],
        ...other,
      })
    expect(of('part')).toContain('screenA shared')
    expect(of('screenC')).not.toContain('screenA shared')
  })

  it('makes no files that import each other, however small they are', () => {
    const files = plan({
      main: [SMALL, '', 'screenA screenB screenZ'],
      screenA: [LARGE, 'top'],
      screenB: [LARGE, 'middle'],
      top: [LARGE, 'middle low'],
      middle: [LARGE, 'low'],
      low: [SMALL],
      ...other,
    })
    // Joined with what only the one needs, it would need the file between them, which needs it.
    expect(files).toContain('low middle')
  })

  it('is the same in whatever order the modules were read', () => {
    const screens = ['A', 'B', 'C', 'D'].map((name) => `screen${name}`)
    const shared = Array.from({ length: 12 }, (_, at) => `shared${at}`)
    const graph: [string, readonly [number, string?, string?]][] = [
      ['main', [SMALL, '', screens.join(' ')]],
      ...screens.map((screen, at): [string, readonly [number, string]] => [
        screen,
        [LARGE, shared.filter((_, of) => (of >> (at % 3)) % 2 === 0 || of % 4 === at).join(' ')],
      ]),
      ...shared.map((id): [string, readonly [number]] => [id, [1_500]]),
    ]
    const orders = [graph, graph.toReversed(), [...graph.slice(9), ...graph.slice(0, 9)]]
    const [first, ...others] = orders.map((order) => plan(Object.fromEntries(order)).sort())
    for (const files of others) expect(files).toEqual(first)
  })
})
