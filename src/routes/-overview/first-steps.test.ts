import { expect, it } from 'vitest'
import { begunOf, NOTHING_DONE, stepsOf } from './first-steps'

const agent = (more: Partial<Parameters<typeof stepsOf>[0]['agents'][number]> = {}) => ({
  agentId: 'a',
  versions: [],
  ...more,
})
const stepOf = (title: string, ...agents: Parameters<typeof stepsOf>[0]['agents']) =>
  stepsOf({ files: [], collections: [], agents, conversations: 0 }).find((step) =>
    step.title.startsWith(title),
  )
const version = (request?: unknown) => ({ versionId: 'v', request })
const informed = version({ useKnowledgeBase: true, knowledgeBaseCollectionIds: ['c'] })
const bare = version({ useKnowledgeBase: false })

it('an agent that is known to answer from no collection does not tick its step', () => {
  const isDone = (...agents: Parameters<typeof stepsOf>[0]['agents']) =>
    stepOf('Create an agent', ...agents)?.done
  expect(isDone()).toBe(false)
  expect(isDone(agent({ versions: [bare] }))).toBe(false)
  expect(isDone(agent({ versions: [version({})] }), agent({ versions: [bare, informed] }))).toBe(true)
  // Nobody knows what these answer from.
  expect(isDone(agent())).toBe(true)
  expect(isDone(agent({ versions: [bare, version()] }))).toBe(true)
  expect(isDone(agent({ versions: [bare], versionCount: 2 }))).toBe(true)
})

it('says of files that failed that they could not be read, and not that they will be ready', () => {
  const said = (...statuses: string[]) =>
    stepsOf({
      files: statuses.map((status) => ({ fileId: status, status, other: {} })),
      collections: [],
      agents: [],
      conversations: 0,
    })[0]?.state
  expect(said('PROCESSING', 'FAILED')).toBe('2 files not ready yet')
  expect(said('FAILED')).toBe('1 file could not be read')
  expect(said('FAILED', 'INGESTED')).toBe(false)
})

it('a collection ticks its step once there is a file in it, or nobody knows what is in it', () => {
  const step = (...collections: Parameters<typeof stepsOf>[0]['collections']) =>
    stepsOf({ files: [], collections, agents: [], conversations: 0 })[1]
  expect(step()).toMatchObject({ done: false, state: false, link: { to: '/knowledge/collections' } })
  expect(step({ id: 'c', files: [] })).toMatchObject({
    done: false,
    state: 'No file in it yet',
    link: { to: '/knowledge/collections/$collectionId', params: { collectionId: 'c' } },
  })
  expect(step({ id: 'c', files: [] }, { id: 'd', files: [{ fileId: 'f', other: {} }] })?.done).toBe(true)
  expect(step({ id: 'c', files: undefined })?.done).toBe(true)
  // Who went all the way is not sent back.
  const emptied = {
    files: [],
    collections: [{ id: 'c', files: [] }],
    agents: [agent({ versions: [informed] })],
  }
  expect([0, 600].map((conversations) => stepsOf({ ...emptied, conversations })[1]?.done)).toEqual([
    false,
    true,
  ])
})

it('begins an agent with the newest collection that holds what is ready', () => {
  const file = (id: string, status: string) => ({ fileId: id, status, other: {} })
  const files = [file('f', 'INGESTED'), file('g', 'UPLOADED'), file('h', 'FAILED')]
  const at = (day: number, id: string, ...held: string[]) => ({
    id,
    createdAt: `2026-01-0${day}`,
    files: files.filter(({ fileId }) => held.includes(fileId)),
  })
  const link = (...collections: Parameters<typeof stepsOf>[0]['collections']) =>
    stepsOf({ files, collections, agents: [], conversations: 0 })[2]?.link
  const begins = (collection?: string) => ({ to: '/agents/new', search: { collection } })
  expect(link(at(3, 'c', 'g', 'h'), at(1, 'a', 'f'), at(2, 'b', 'f', 'h'))).toEqual(begins('b'))
  expect(link(at(3, 'c', 'g', 'h'))).toEqual(begins())
  // Not every service says what is in one.
  expect(link({ id: 'd', files: undefined })).toEqual(begins('d'))
  expect(stepOf('Create an agent')?.link).toEqual(begins())
})

it('opens the agent that answers from no collection, instead of creating another', () => {
  expect(stepOf('Create an agent')).toMatchObject({ verb: 'New agent', link: { to: '/agents/new' } })
  expect(stepOf('Create an agent', agent({ versions: [bare] }))).toMatchObject({
    done: false,
    state: 'No agent uses a collection yet',
    verb: 'Open agent',
    link: { to: '/agents/$agentId', params: { agentId: 'a' } },
  })
})

it('opens an agent once there is one, and starts a thread where no agent is called', () => {
  for (const verb of ['Open agent', 'Place call'])
    expect(NOTHING_DONE.find((step) => step.verb === verb)?.link).toBeUndefined()
  expect(stepOf('Deploy a version', agent())).toMatchObject({
    verb: 'Open agent',
    link: { to: '/agents/$agentId', params: { agentId: 'a' } },
  })
  const last = (...agents: Parameters<typeof stepsOf>[0]['agents']) => stepOf('Place a call', ...agents)?.verb
  expect(last()).toBe('Place call')
  expect(last(agent({ agentType: 'TEXT' }))).toBe('New thread')
  expect(last(agent({ agentType: 'TEXT' }), agent({ agentType: 'CALL' }))).toBe('Place call')
})

it('what was refused has not begun, and what nobody knows of does not count', () => {
  const launch = { id: 'l', startedAt: '2026-11-28T02:00:00Z', versionId: 'v' }
  const calls = (['accepted', 'refused', 'unknown', 'sending'] as const).map((state) => ({
    id: state,
    launch: { ...launch, state },
  }))
  expect(begunOf(calls.slice(1))).toBe(0)
  expect(begunOf(calls)).toBe(1)
  expect(begunOf([{ id: 'c', record: { id: 'c', other: {} } }])).toBe(1)
})
