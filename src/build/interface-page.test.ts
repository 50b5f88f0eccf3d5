import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkedOperations } from '../contract/checked-operations'
import { readSources } from './boundaries'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const page = readFileSync(here('../../docs/interface.md'), 'utf8')
const CONSOLE = /^(?:client|jobs|queries|routes)\//

// The page says that the console uses all but these.
const NOT_BY_CONSOLE = ['renewChatToken']

test('the page of the interface tells every operation, and the console uses those that it is said to use', () => {
  const operations = Object.values(checkedOperations)
  const rows = page.replaceAll('`...', '`/api/v1/testing-lab').split('\n')
  // The path to its end: `/agents` stands in longer ones, too.
  const isSaid = ({ method, path }: (typeof operations)[number]) =>
    path.startsWith('{') ||
    rows.some((row) => row.includes(method) && ['`', '?', ' '].some((end) => row.includes(path + end)))
  expect(operations.filter((operation) => !isSaid(operation)).map(({ name }) => name)).toEqual([])
  const texts = readSources(here('..')).filter(
    ({ path }) => CONSOLE.test(path) && !/\.(test|fixture)\./.test(path),
  )
  const isUsed = (name: string) => texts.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text))
  expect(operations.map(({ name }) => name).filter((name) => !isUsed(name))).toEqual(NOT_BY_CONSOLE)
})
