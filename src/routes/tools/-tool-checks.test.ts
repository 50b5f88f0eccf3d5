import { describe, expect, test } from 'vitest'
import type { Tool, ToolStructure } from '../../contract/tools'
import { checkTool, countSlugs, looksSecret, maskedAddress, usersBySlug } from './-tool-checks'

const structure: ToolStructure = {
  url: 'https://api.example.com/orders/{{order}}',
  method: 'GET',
  headers: {},
  body: {},
  variables: [{ name: 'order', required: true, other: {} }],
  other: {},
}
const sound: Tool = { id: '1', name: 'Find', slug: 'find', description: 'Finds', structure, other: {} }
const kindsOf = (change: Partial<Tool>, parts: Partial<ToolStructure> = {}) => {
  const tool = { ...sound, structure: { ...structure, ...parts }, ...change }
  return checkTool(tool, countSlugs([tool])).map(({ kind }) => kind)
}

test.each([
  ['https://u:pw@api.example.com/o@b', 'https://•••@api.example.com/o@b'],
  ['https://u:p@ss@api.example.com/o', 'https://•••@api.example.com/o'],
  [
    'https://api.example.com/o?id=1&access_token=t-1#end',
    'https://api.example.com/o?id=1&access_token=•••#end',
  ],
  ['https://api.example.com/{{id}}?key={{key}}&at=a@b', 'https://api.example.com/{{id}}?key={{key}}&at=a@b'],
])('credentials in the address %s are masked', (url, shown) => {
  expect(maskedAddress(url)).toBe(shown)
})

describe('checks of a tool', () => {
  test('a sound tool has none', () => {
    expect(kindsOf({})).toEqual([])
  })

  test.each([
    ['not-https', {}, { url: 'http://api.example.com/{{order}}' }],
    ['no-url', {}, { url: undefined, body: '{{order}}' }],
    ['no-description', { description: '  ' }, {}],
    ['no-slug', { slug: undefined }, {}],
    ['undeclared', {}, { body: { note: '{{notes}}' } }],
    ['unused', {}, { variables: [...structure.variables, { name: 'zip', required: false, other: {} }] }],
    ['ill-formed', {}, { body: ['{{order id}}'] }],
    ['secret-header', {}, { headers: { Authorization: 'Bearer abc' } }],
  ] as const)('%s is found', (kind, change, parts) => {
    expect(kindsOf(change, parts as Partial<ToolStructure>)).toEqual([kind])
  })

  test('a slug that two tools have is found on both', () => {
    const slugs = countSlugs([sound, { ...sound, id: '2' }])
    expect(checkTool(sound, slugs).map(({ kind }) => kind)).toEqual(['duplicate-slug'])
  })

  test('a URL that begins with a variable may be https', () => {
    expect(kindsOf({}, { url: '{{order}}/x' })).toEqual([])
  })
})

test.each([
  ['Authorization', 'Bearer abc', true],
  ['Authorization', 'Bearer {{token}}', false],
  ['X-Api-Key', 'k-123', true],
  ['X-Api-Key', '{{key}}', false],
  ['X-Api-Key', 'k-{{part}}', true],
  ['Accept', 'application/json', false],
  ['X-Auth', 'Basic dXNlcjpwYXNz', true],
] as const)('%s: %s is a secret: %s', (name, value, expected) => {
  expect(looksSecret({ name, value })).toBe(expected)
})

test('what the service marks as secure is a secret', () => {
  expect(looksSecret({ name: 'X', value: 'y', secure: true })).toBe(true)
})

test('an agent uses the tools that one of its versions was created with', () => {
  const request = (...tools: string[]) => ({ prompt: { tools } })
  const agent = {
    service: 's',
    agentId: 'a',
    name: 'Desk',
    source: 'created' as const,
    addedAt: '2026-01-01T00:00:00Z',
    versions: [
      { versionId: 'v2', request: request('find', 'pay') },
      { versionId: 'v1', request: request('find') },
      { versionId: 'v0' },
    ],
    deployedVersionId: 'v1',
  }
  const users = usersBySlug([agent])
  expect(users.get('find')).toEqual([{ agentId: 'a', name: 'Desk', deployed: true }])
  expect(users.get('pay')).toEqual([{ agentId: 'a', name: 'Desk', deployed: false }])
})
