import 'fake-indexeddb/auto'
import { MutationObserver, type MutationOptions, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Wire } from '../contract/reply'
import { openLedger } from '../ledger/open-ledger'
import { agentMutations } from './agent-changes'
import { agentVersionMutations, agentVersionQueries } from './agent-versions'
import { agentQueries } from './agents'
import { changeVersion, deployShown, newVersion } from './change-version'
import { infoOf } from './console-info.fixture'
import { connectedLedger } from './ledger'
import { createQueryClient } from './query-client'

const VERSIONS = '/api/v1/agents/a1/versions'

let answers: Record<string, () => Response>
let asked: string[]
let client: QueryClient
let serviceName: string

let counter = 0
beforeEach(() => {
  counter += 1
  serviceName = `versions-${counter}`
  answers = {}
  asked = []
  client = createQueryClient()
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (path === '/console/info') return Response.json(infoOf(serviceName, 'local'))
    asked.push(`${method} ${path}`)
    return answers[`${method} ${path}`]?.() ?? Response.json({ message: 'No.' }, { status: 404 })
  })
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

const run = <T, V>(options: MutationOptions<T, Error, V>, variables: V) =>
  new MutationObserver<T, Error, V>(client, options).mutate(variables)
const known = () => client.query({ ...agentQueries.one('a1'), staleTime: 0 })
const entries = async () => (await openLedger()).entries(serviceName)

const body = {
  useKnowledgeBase: true,
  prompt: { system: 's', variables: [], tools: [], preBuiltTools: [] },
  voicemailMessage: null,
  overrideSTTConfig: null,
  sttConfigId: 's',
  ttsConfigId: 't',
  llmConfigId: 'l',
  voiceId: 'v',
  knowledgeBaseCollectionIds: ['c1'],
}
const answerCreation = () => {
  answers['POST /api/v1/agents/a1'] = () =>
    Response.json({ version: { id: 'v2', version: 2 } }, { status: 201 })
}

describe('a further version', () => {
  it('is remembered with what was sent, before the older ones and not as deployed', async () => {
    await run(agentMutations.addById(), {
      agentId: 'a1',
      name: 'Reception',
      versionId: 'v1',
      deployed: true,
    })
    answerCreation()
    const version = await run(agentVersionMutations.create(), {
      params: { agentId: 'a1' },
      body,
      label: 'Shorter',
    })
    expect(version).toMatchObject({ id: 'v2', version: 2 })
    expect(await known()).toMatchObject({
      name: 'Reception',
      deployedVersionId: 'v1',
      versions: [
        { versionId: 'v2', number: 2, label: 'Shorter', request: body, createdAt: expect.any(String) },
        { versionId: 'v1' },
      ],
    })
    expect(await entries()).toMatchObject([
      { operation: 'createAgentVersion', params: { agentId: 'a1' }, body, state: 'accepted' },
    ])
  })

  it('of an agent that this browser does not know makes it known', async () => {
    answerCreation()
    await run(agentVersionMutations.create(), { params: { agentId: 'a1' }, body })
    expect(await known()).toMatchObject({ source: 'added', versions: [{ versionId: 'v2', request: body }] })
  })

  it('that is refused is not remembered as there', async () => {
    await expect(run(agentVersionMutations.create(), { params: { agentId: 'a1' }, body })).rejects.toThrow(
      'No.',
    )
    expect(await known()).toBeNull()
    expect(await entries()).toMatchObject([{ operation: 'createAgentVersion', state: 'refused' }])
  })
})

describe('a new version that starts from another', () => {
  const from = (seen: Wire | undefined, more = {}) =>
    run(newVersion('v1', seen), { params: { agentId: 'a1' }, body: { ...body, ...more } })
  const listed = (content: object) => {
    answers[`GET ${VERSIONS}`] = () => Response.json({ versions: [{ id: 'v1', ...body, ...content }] })
  }
  beforeEach(answerCreation)

  it('is not made where that one holds something else by now, until that was said (D793)', async () => {
    for (const content of [{ firstMessage: 'Hello' }, { voiceId: 'w' }, { oddity: 1 }]) {
      listed(content)
      const error = await from(body, { oddity: 0 }).catch((reason) => reason)
      expect(error).toMatchObject({ name: 'NotDone', now: content })
      expect(asked).not.toContain('POST /api/v1/agents/a1')
      await from(error.now, { oddity: 0 })
      expect(asked.splice(0)).toContain('POST /api/v1/agents/a1')
    }
  })

  it('is made although what is not declared, and goes along as it was, changes by itself', async () => {
    let callCount = 0
    answers[`GET ${VERSIONS}`] = () => {
      callCount += 1
      return Response.json({ versions: [{ id: 'v1', ...body, callCount }] })
    }
    await from({ ...body, callCount: 0 }, { callCount: 0, voiceId: 'x' })
    expect(asked).toContain('POST /api/v1/agents/a1')
  })

  it('that is shown as the next one is not made where another took that place, or what it starts from is another', async () => {
    const next = (newest: string) =>
      run(newVersion('v1', body, newest), { params: { agentId: 'a1' }, body: { ...body, voiceId: 'x' } })
    const others = { name: 'NotDone', title: 'This agent was changed elsewhere meanwhile' }
    answers[`GET ${VERSIONS}`] = () =>
      Response.json({
        versions: [
          { id: 'v1', version: 1, ...body },
          { id: 'v2', version: 2, ...body },
        ],
      })
    await expect(next('v1')).rejects.toMatchObject(others)
    listed({ voiceId: 'w' })
    await expect(next('v1')).rejects.toMatchObject(others)
    expect(asked).not.toContain('POST /api/v1/agents/a1')
    listed({})
    await next('v1')
    delete answers[`GET ${VERSIONS}`]
    await next('v1')
    expect(asked.filter((each) => each.startsWith('POST'))).toHaveLength(2)
  })

  it('is made where only what the service sets is other, or where nobody lists versions', async () => {
    listed({ status: 'live', deployed: true, updatedAt: '2026-01-01T00:00:00Z' })
    await from(body)
    delete answers[`GET ${VERSIONS}`]
    await from({ firstMessage: 'Hello' })
    listed({ firstMessage: 'Hello' })
    await from(undefined)
    expect(asked.filter((each) => each.startsWith('POST'))).toHaveLength(3)
  })
})

describe('a changed version', () => {
  const change = (changes: Record<string, unknown>) =>
    run(changeVersion(), { params: { agentId: 'a1', versionId: 'v2' }, body: changes })
  beforeEach(() => {
    answers[`PATCH ${VERSIONS}/v2`] = () => Response.json({ version: { id: 'v2' } })
  })

  it('is remembered as it is now', async () => {
    answerCreation()
    await run(agentVersionMutations.create(), { params: { agentId: 'a1' }, body })
    await change({ voiceId: 'w', voicemailMessage: 'Call back' })
    expect((await known())?.versions).toMatchObject([
      { versionId: 'v2', request: { ...body, voiceId: 'w', voicemailMessage: 'Call back' }, created: body },
    ])
    await change({ voiceId: 'x' })
    expect((await known())?.versions).toMatchObject([{ request: { voiceId: 'x' }, created: body }])
  })

  it('is remembered where the reply cannot be read, too, and not where it was refused', async () => {
    answerCreation()
    await run(agentVersionMutations.create(), { params: { agentId: 'a1' }, body })
    answers[`PATCH ${VERSIONS}/v2`] = () => new Response('Saved.')
    await expect(change({ voiceId: 'w' })).rejects.toMatchObject({ name: 'UnreadableReply' })
    expect((await known())?.versions).toMatchObject([{ request: { voiceId: 'w' } }])
    answers[`PATCH ${VERSIONS}/v2`] = () => Response.json({ message: 'No.' }, { status: 409 })
    await expect(change({ voiceId: 'x' })).rejects.toMatchObject({ status: 409 })
    expect((await known())?.versions).toMatchObject([{ request: { voiceId: 'w' } }])
  })

  it('is shown as it is now where it cannot be read again soon', async () => {
    answers[`GET ${VERSIONS}`] = () =>
      Response.json({
        versions: [
          { id: 'v2', ...body },
          { id: 'v1', ...body },
        ],
      })
    const { queryKey } = agentVersionQueries.list('a1')
    await client.query(agentVersionQueries.list('a1'))
    await change({ voiceId: 'w', voicemailMessage: 'Call back' })
    expect(client.getQueryData(queryKey)?.items.map(({ content }) => content)).toMatchObject([
      { ...body, voiceId: 'w', voicemailMessage: 'Call back' },
      body,
    ])
  })

  it('of which the rest is not known stays unknown: a part is no request', async () => {
    await change({ voiceId: 'w' })
    expect((await known())?.versions).toEqual([{ versionId: 'v2', label: undefined }])
  })
})

describe('a deployment', () => {
  const DEPLOY = `PATCH ${VERSIONS}/v1/deploy`
  const listed = (...deployed: readonly boolean[]) => {
    const versions = deployed.map((each, at) => ({ id: `v${at + 1}`, ...body, deployed: each }))
    answers[`GET ${VERSIONS}`] = () => Response.json({ versions })
    return client.query({ ...agentVersionQueries.list('a1'), staleTime: 0 })
  }
  const deploy = (shown: Parameters<typeof deployShown>[0]) =>
    run(deployShown(shown), { params: { agentId: 'a1', versionId: 'v1' } })
  beforeEach(() => {
    answers[DEPLOY] = () => Response.json({ version: { id: 'v1' } })
  })

  it('is not sent where another was deployed since it was shown, or the version is another (D1028)', async () => {
    const shown = await listed(false, true, false)
    const now = await listed(false, false, true)
    const error = await deploy(shown).catch((reason) => reason)
    expect(error).toMatchObject({ name: 'NotDone', title: 'This agent was changed elsewhere meanwhile' })
    answers[`GET ${VERSIONS}`] = () =>
      Response.json({
        versions: [
          { id: 'v1', ...body, voiceId: 'w' },
          { id: 'v3', deployed: true },
        ],
      })
    await expect(deploy(now)).rejects.toMatchObject({ name: 'NotDone' })
    expect(asked).not.toContain(DEPLOY)
  })

  it('is sent although what is not declared changes by itself, and comes in another order', async () => {
    let count = 0
    answers[`GET ${VERSIONS}`] = () => {
      count += 1
      const fields = Object.entries({ id: 'v1', ...body, callCount: count, deployed: false })
      return Response.json({ versions: [Object.fromEntries(count % 2 ? fields : fields.reverse())] })
    }
    await deploy(await client.query({ ...agentVersionQueries.list('a1'), staleTime: 0 }))
    expect(asked).toContain(DEPLOY)
  })

  it('is sent as it was shown, and where the versions cannot be read', async () => {
    await deploy(await listed(false, true))
    const shown = await listed(false, true)
    delete answers[`GET ${VERSIONS}`]
    await deploy(shown)
    await deploy(undefined)
    expect(asked.filter((each) => each === DEPLOY)).toHaveLength(3)
  })
})

it('an agent that is only here renamed is stored, also where only the service knew it', async () => {
  const details = { agentId: 'a1', name: 'Front desk', description: 'Answers', atService: false }
  await run(agentVersionMutations.updateAgent(), details)
  expect(await known()).toMatchObject({ name: 'Front desk', description: 'Answers', versions: [] })
})

it('the label of a version is stored without taking back its note, and is taken away', async () => {
  const version = { agentId: 'a1', versionId: 'v1' }
  await run(agentMutations.describeVersion(), { ...version, label: 'Spring' })
  await run(agentMutations.describeVersion(), { ...version, note: 'Shorter' })
  expect((await known())?.versions).toMatchObject([{ label: 'Spring', note: 'Shorter' }])
  await run(agentMutations.describeVersion(), { ...version, label: undefined })
  expect((await known())?.versions[0]).toMatchObject({ label: undefined, note: 'Shorter' })
})

it('an agent that is renamed at the service is renamed here, and one that is not known stays so', async () => {
  answers['PATCH /api/v1/agents/a1'] = () => Response.json({ agent: { id: 'a1', name: 'Front desk' } })
  const rename = () =>
    run(agentVersionMutations.updateAgent(), { agentId: 'a1', name: 'Front desk', atService: true })
  expect(await rename()).toMatchObject({ record: { name: 'Front desk' } })
  expect(await known()).toBeNull()
  expect((await connectedLedger(client)).ledger.problem).toBeUndefined()
  await run(agentMutations.addById(), { agentId: 'a1', name: 'Reception', versionId: 'v1' })
  await rename()
  expect(await known()).toMatchObject({ name: 'Front desk', versions: [{ versionId: 'v1' }] })
  await run(agentVersionMutations.updateAgent(), { agentId: 'a1', description: 'Answers', atService: false })
  await rename()
  await run(agentVersionMutations.updateAgent(), { agentId: 'a1', atService: true })
  expect(await known()).toMatchObject({ name: 'Front desk', description: 'Answers' })
})

describe('the versions as the service tells them', () => {
  const read = () => client.query({ ...agentVersionQueries.list('a1'), staleTime: 0 })

  it('are all of them, page by page, newest first', async () => {
    answers[`GET ${VERSIONS}`] = () =>
      Response.json({
        agent: { id: 'a1', name: 'Reception', versions: [{ id: 'v2', version: 2 }, 'broken'] },
        pagination: { nextCursor: 'n' },
      })
    answers[`GET ${VERSIONS}?cursor=n`] = () =>
      Response.json({
        versions: [
          { id: 'v3', version: 3 },
          { id: 'v1', version: 1 },
        ],
      })
    const versions = await read()
    expect(versions?.items.map(({ id }) => id)).toEqual(['v3', 'v2', 'v1'])
    expect(versions).toMatchObject({ agent: { name: 'Reception' }, unreadable: ['broken'] })
    expect(versions?.nextCursor).toBeUndefined()
  })

  it('end where a service hands out the same cursor again', async () => {
    const page = () => Response.json({ versions: [{ id: 'v1' }], pagination: { nextCursor: 'n' } })
    answers[`GET ${VERSIONS}`] = page
    answers[`GET ${VERSIONS}?cursor=n`] = page
    await read()
    expect(asked).toHaveLength(2)
  })
})

describe('the integer of the testing lab (D216)', () => {
  const listed = (testingLabId: number) => () =>
    Response.json({
      agent: { id: 'a1', agentType: 'TEXT', cekuraAgentId: testingLabId, versions: [{ id: 'v1' }] },
    })
  const read = () => client.query({ ...agentVersionQueries.list('a1'), staleTime: 0 })

  it('is kept with a known agent that has none, and what was typed by hand stays', async () => {
    await run(agentMutations.addById(), { agentId: 'a1', name: 'Desk' })
    answers[`GET ${VERSIONS}`] = listed(41)
    await read()
    expect(await known()).toMatchObject({ name: 'Desk', testingLabId: 41, agentType: 'TEXT' })
    answers[`GET ${VERSIONS}`] = listed(42)
    await read()
    expect(await known()).toMatchObject({ testingLabId: 41 })
  })

  it('makes no agent known that is not', async () => {
    answers[`GET ${VERSIONS}`] = listed(41)
    await read()
    expect(await known()).toBeNull()
  })
})
