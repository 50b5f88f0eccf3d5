import { expect, it } from 'vitest'
import { rail } from '../../ui/rail-items'
import { commandName, keyGroups } from './key-list'
import { globalKeys, LEADER } from './keys'

const pressed = keyGroups('Ctrl').flatMap(({ rows }) => rows.map(({ presses }) => JSON.stringify(presses)))

it('has no two screens at the same letter, and none at the key that leads to them', () => {
  const letters = rail.flatMap(({ items }) => items.map(({ letter }) => letter))
  expect(new Set([...letters, LEADER]).size).toBe(letters.length + 1)
})

it('lists every key that the shortcuts obey, each once', () => {
  for (const { items } of rail)
    for (const { letter } of items) expect(pressed).toContain(JSON.stringify([[LEADER], [letter]]))
  for (const { key, command } of globalKeys)
    expect(pressed).toContain(JSON.stringify([command ? ['Ctrl', key.toUpperCase()] : [key]]))
  expect(new Set(pressed).size).toBe(pressed.length)
})

it('calls the command key as the machine does', () => {
  expect([
    commandName('MacIntel'),
    commandName('iPad'),
    commandName('Linux x86_64'),
    commandName(''),
  ]).toEqual(['Cmd', 'Cmd', 'Ctrl', 'Ctrl'])
})
