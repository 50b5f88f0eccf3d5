import type { LinkProps } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { type ActivityRow, namesIn } from '../../queries/activity'
import type { StoredAgent } from '../../queries/agents'
import { type Known, recentThings, thingsWithId } from './known-things'
import { mayBeId, paletteGroups } from './palette-commands'

const agent: StoredAgent = {
  service: 'local',
  agentId: 'agent-1',
  name: 'Front desk',
  source: 'created',
  addedAt: '2026-01-01T00:00:00.000Z',
  versions: [{ versionId: 'version-1' }],
}
const row = (
  id: string,
  operation: string,
  target: ActivityRow['target'],
  rest: Partial<ActivityRow> = {},
) => ({
  id,
  operation,
  what: operation,
  state: 'accepted' as const,
  end: 'accepted' as const,
  startedAt: '2026-01-01T00:00:00.000Z',
  target,
  ...rest,
})
const rows: readonly ActivityRow[] = [
  row('e6', 'runScenarios', { kind: 'run', agentId: 'agent-1', labAgentId: '7', name: 'Nightly' }),
  row('e5', 'createScenario', { kind: 'scenario', labAgentId: '7', scenarioId: '12', name: 'Refunds' }),
  row('e4', 'deleteFile', { fileId: 'file-9' }),
  row('e3', 'dispatchCall', {
    kind: 'call',
    agentId: 'agent-1',
    callId: 'call-1',
    recipient: '+15005550142',
  }),
  row('e2', 'createChatThread', { kind: 'thread', agentId: 'agent-1', threadId: 'thread-1' }),
  row('e1', 'createCollection', { kind: 'collection', collectionId: 'col-1', name: 'Opening hours' }),
  row('e0', 'deployVersion', { agentId: 'agent-1' }, { state: 'refused' }),
]
const known: Known = {
  agents: [agent],
  files: Array.from({ length: 20 }, (_, at) => ({
    fileId: `file-${at}`,
    fileName: `Prices ${at}.pdf`,
    other: {},
  })),
  collections: [{ id: 'col-1', name: 'Opening hours', other: {} }],
  rows,
  names: namesIn(rows),
  mayAsk: false,
  role: undefined,
}
const find = (text: string, among: Known = known) => paletteGroups(text, among, 'system')
/** An address as it stands in the browser. */
const hrefOf = ({ to, params = {}, search = {} }: LinkProps) => {
  const path = Object.entries(params).reduce(
    (all, [name, value]) => all.replace(`$${name}`, value),
    String(to),
  )
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  return given.length > 0
    ? `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
    : path
}
const hrefs = (text: string, title: string, among?: Known) =>
  find(text, among)
    .find((group) => group.title === title)
    ?.commands.map(({ action }) => ('link' in action ? hrefOf(action.link) : action)) ?? []

it('begins with what was written to last, each once, and not with what was deleted or refused', () => {
  expect(find('').map(({ title }) => title)).toEqual(['Recent', 'Go to', 'Create', 'Theme', 'Help'])
  expect(recentThings(known, 9).map(({ link }) => hrefOf(link))).toEqual([
    '/testing-lab/runs/e6',
    '/testing-lab?scenario=12',
    '/calls?call=e3',
    '/threads/thread-1',
    '/knowledge/collections/col-1',
  ])
})

it('finds screens, things to do and names, whatever the case', () => {
  expect(hrefs('COLLECTIONS', 'Go to')).toEqual(['/knowledge/collections'])
  expect(hrefs('new agent', 'Create')).toEqual(['/agents/new'])
  expect(hrefs('front', 'Agents')).toEqual(['/agents/agent-1'])
  expect(hrefs('hours', 'Collections')).toEqual(['/knowledge/collections/col-1'])
  expect(hrefs('5005550142', 'Calls, threads and runs')).toEqual(['/calls?call=e3'])
  expect(hrefs('nightly', 'Calls, threads and runs')).toEqual(['/testing-lab/runs/e6'])
  expect(hrefs('dark', 'Theme')).toEqual([{ theme: 'dark' }])
})

it('says of which kind a thing is, unless the title of its group does', () => {
  const notes = (text: string, title: string) =>
    find(text).find((group) => group.title === title)?.commands[0]?.note
  expect(notes('front', 'Agents')).toBeUndefined()
  expect(notes('5005550142', 'Calls, threads and runs')).toBe('call')
})

it('shows the first few of many, and where the rest is', () => {
  expect(hrefs('prices', 'Files')).toHaveLength(7)
  expect(hrefs('prices', 'Files').at(-1)).toBe('/knowledge/files?q=prices')
  expect(hrefs('prices 3', 'Files')).not.toContain('/knowledge/files?q=prices+3')
})

it.each([
  ['agent-1', '/agents/agent-1'],
  ['version-1', '/agents/agent-1?version=version-1'],
  ['file-3', '/knowledge/files?file=file-3'],
  ['col-1', '/knowledge/collections/col-1'],
  ['call-1', '/calls?call=e3'],
  [' thread-1 ', '/threads/thread-1'],
])('recognises the id %s', (id, href) => {
  expect(find(id)[0]?.title).toBe('This id')
  expect(hrefs(id, 'This id')).toEqual([href])
  expect(hrefs(id, 'Use this id, which is not known here')).toEqual([])
})

it('offers where an id that is not known could be used, and nowhere a phone number or a word', () => {
  expect(hrefs('9f2c-unknown', 'Use this id, which is not known here')).toContain('/agents/9f2c-unknown')
  expect(['15005550142', '+15005550142', 'something', 'a/../b-1234', 'two words 1'].filter(mayBeId)).toEqual(
    [],
  )
})

it('offers nothing twice', () => {
  const ids = find('agent').flatMap(({ commands }) => commands.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

it('offers last to ask the documents for any text, unless the service has no search', () => {
  const asked = (text: string, mayAsk = true) =>
    find(text, { ...known, mayAsk }).find(({ title }) => title === 'Ask')?.commands[0]
  expect(asked('how long is the warranty')?.action).toEqual({ ask: 'how long is the warranty' })
  expect(asked('refunds?')?.label).toBe('Ask your documents: refunds?')
  expect(asked('refunds')?.action).toEqual({ ask: 'refunds' })
  expect(find('prices', { ...known, mayAsk: true }).at(-1)?.title).toBe('Ask')
  expect(asked('ask')?.action).toEqual({ ask: '' })
  expect(asked('how long is the warranty', false)).toBeUndefined()
})

it('offers a viewer nothing that would write, and a way out to whoever is signed in', () => {
  const labels = (role: Known['role'], text = '') =>
    find(text, { ...known, role }).flatMap(({ commands }) => commands.map(({ label }) => label))
  expect(labels(undefined)).not.toContain('Sign out')
  expect(labels('operator')).toEqual([...labels(undefined), 'Sign out'])
  expect(labels('viewer')).toContain('Sign out')
  const groups = ['', 'new', 'place', 'generate', 'upload', 'version-unknown-9'].flatMap((text) =>
    find(text, { ...known, role: 'viewer' }),
  )
  expect(groups.filter(({ title }) => title === 'Create')).toEqual([])
  const uses = groups.find(({ title }) => title.startsWith('Use this id'))
  expect(uses?.commands.filter(({ label }) => !label.startsWith('Open as'))).toEqual([])
})

it('names a thread once among others, however many messages were sent in it', () => {
  const sent = (id: string, threadId: string) =>
    row(id, 'sendMessage', { kind: 'thread', agentId: 'agent-1', threadId })
  const many = [...Array.from({ length: 7 }, (_, at) => sent(`m${at}`, 'thread-1')), sent('m8', 'thread-2')]
  const [group] = find('thread', { ...known, rows: many }).filter(
    ({ title }) => title === 'Calls, threads and runs',
  )
  expect(group?.commands).toHaveLength(2)
})

it('makes nothing of writes that another id is looked for in', () => {
  let looked = 0
  const names = new Map(known.names)
  names.get = (id) => {
    looked += 1
    return known.names.get(id)
  }
  expect(thingsWithId('an-id-from-4-elsewhere', { ...known, names })).toEqual([])
  expect(looked).toBe(0)
  expect(thingsWithId('col-1', { ...known, names, collections: [] })).toHaveLength(1)
})
