import { describe, expect, it } from 'vitest'
import { isCurrent, rail } from './rail-items'

const items = rail.flatMap((group) => group.items)

describe('rail', () => {
  it('gives every screen its own address and its own letter', () => {
    expect(new Set(items.map((item) => item.to)).size).toBe(items.length)
    expect(new Set(items.map((item) => item.letter)).size).toBe(items.length)
  })

  it('marks one screen for an address, also below it', () => {
    const current = (path: string) =>
      items.filter((item) => isCurrent(item.to, path)).map((item) => item.label)
    expect(current('/')).toEqual(['Overview'])
    expect(current('/agents')).toEqual(['Agents'])
    expect(current('/agents/new')).toEqual(['Agents'])
    expect(current('/knowledge/collections/c1')).toEqual(['Collections'])
    expect(current('/agentsmith')).toEqual([])
  })
})
