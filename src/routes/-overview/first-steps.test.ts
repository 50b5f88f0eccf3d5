import { expect, it } from 'vitest'
import { NOTHING_DONE, stepsOf } from './first-steps'

const agent = (more: Partial<Parameters<typeof stepsOf>[0]['agents'][number]> = {}) => ({
  agentId: 'a',
  versions: [],
  ...more,
})
const stepOf = (title: string, ...agents: Parameters<typeof stepsOf>[0]['agents']) =>
  stepsOf({ files: [], collections: 0, agents, conversations: 0 }).find((step) =>
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

it('opens an agent once there is one, and starts a thread where no agent is called', () => {
  expect(NOTHING_DONE.find(({ verb }) => verb === 'Open agent')?.link).toBeUndefined()
  expect(stepOf('Try a version', agent())).toMatchObject({
    verb: 'Open agent',
    link: { to: '/agents/$agentId', params: { agentId: 'a' } },
  })
  const last = (...agents: Parameters<typeof stepsOf>[0]['agents']) => stepOf('Place a call', ...agents)?.verb
  expect(last()).toBe('Place a call')
  expect(last(agent({ agentType: 'TEXT' }))).toBe('Start a thread')
  expect(last(agent({ agentType: 'TEXT' }), agent({ agentType: 'CALL' }))).toBe('Place a call')
})
