import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addAgent, addCollection, agentBody } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { versions } from '../store/schema'

const service = testService()
const { send } = service
const create = (body: unknown) => send('/api/v1/agents', { method: 'POST', body })
const deploy = (agentId: string, versionId: string) =>
  send(`/api/v1/agents/${agentId}/versions/${versionId}/deploy`, { method: 'PATCH' })

/** Another version of an agent: the documented interface has no operation that makes one. */
async function addVersion(agentId: string, number: number): Promise<string> {
  const db = service.database()
  const [first] = await db
    .select()
    .from(versions)
    .where(and(eq(versions.agentId, agentId), eq(versions.version, 1)))
  if (!first) return expect.fail('the agent has no first version')
  const id = `${first.id}-${number}`
  await db.insert(versions).values({ ...first, id, version: number, deployed: false })
  return id
}

const deployedOf = async (agentId: string) => {
  const rows = await service.database().select().from(versions).where(eq(versions.agentId, agentId))
  return rows.filter(({ deployed }) => deployed).map(({ id }) => id)
}

describe('creating an agent', () => {
  test('keeps every field of §2 and makes version 1, which is not deployed (§3)', async () => {
    const collectionId = await addCollection(service)
    const prompt = {
      system: 'You help {{name}}.',
      variables: [{ name: 'name', required: true, defaultValue: 'you' }],
      tools: ['find-order'],
      preBuiltTools: ['end-call'],
    }
    const body = agentBody({
      prompt,
      voicemailMessage: 'Call us back',
      overrideSTTConfig: { language: 'en', __proto__: null },
      knowledgeBaseCollectionIds: [collectionId],
    })
    const { status, json } = await create(body)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      agent: {
        name: 'Reception',
        agentType: 'CALL',
        cekuraAgentId: expect.any(Number),
        version: {
          version: 1,
          deployed: false,
          prompt,
          voicemailMessage: 'Call us back',
          overrideSTTConfig: { language: 'en' },
          knowledgeBaseCollectionIds: [collectionId],
        },
      },
    })
  })

  test('complains of everything that does not exist, field by field', async () => {
    const { status, json } = await create(
      agentBody({
        sttConfigId: 'tts-natural',
        voiceId: 'nobody',
        prompt: { system: 'Hi', variables: [], tools: ['find-order', 'no-tool'], preBuiltTools: ['no-such'] },
        knowledgeBaseCollectionIds: ['no-collection'],
      }),
    )
    expect(status).toBe(400)
    expect((json as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'sttConfigId',
      'voiceId',
      'prompt.tools.1',
      'prompt.preBuiltTools.0',
      'knowledgeBaseCollectionIds.0',
    ])
  })

  test('wants no more than what it means nothing without; the rest has defaults, which are told (D242)', async () => {
    const { name, agentType, sttConfigId, ttsConfigId, llmConfigId, voiceId } = agentBody()
    const ids = { sttConfigId, ttsConfigId, llmConfigId, voiceId }
    const body = { name, agentType, ...ids, prompt: { system: 'Hi {{a}}', variables: [{ name: 'a' }] } }
    const { status, json } = await create(body)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      agent: {
        description: '',
        version: {
          ...ids,
          prompt: {
            system: 'Hi {{a}}',
            variables: [{ name: 'a', required: false, defaultValue: '' }],
            tools: [],
            preBuiltTools: [],
          },
          useKnowledgeBase: false,
          knowledgeBaseCollectionIds: [],
          voicemailMessage: null,
          overrideSTTConfig: null,
        },
      },
    })
    const grounded = { ...body, knowledgeBaseCollectionIds: [await addCollection(service)] }
    expect((await create(grounded)).json).toMatchObject({ agent: { version: { useKnowledgeBase: true } } })
    expect(await create({})).toMatchObject({
      status: 400,
      json: {
        errors: ['name', 'agentType', 'prompt', ...Object.keys(ids)].map((path) =>
          expect.objectContaining({ path }),
        ),
      },
    })
  })

  test('needs a prompt', async () => {
    const empty = { system: ' \n', variables: [], tools: [], preBuiltTools: [] }
    expect(await create(agentBody({ prompt: empty }))).toMatchObject({
      status: 400,
      json: { message: 'System prompt is needed.', errors: [{ path: 'prompt.system' }] },
    })
  })

  test('several at once get ids of their own, integers for the testing lab too (D13)', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => addAgent(service, {}, false)))
    expect(new Set(made.map(({ agentId }) => agentId)).size).toBe(8)
    expect(new Set(made.map(({ labId }) => labId)).size).toBe(8)
  })
})

describe('deploying', () => {
  test('replaces what was deployed; again changes nothing (D26)', async () => {
    const { agentId, versionId } = await addAgent(service)
    const second = await addVersion(agentId, 2)
    expect((await deploy(agentId, second)).json).toMatchObject({ version: { id: second, deployed: true } })
    expect(await deployedOf(agentId)).toEqual([second])
    const { json } = await deploy(agentId, second)
    service.clock.at = new Date(service.clock.at.getTime() + 60_000)
    await deploy(agentId, second)
    expect((await deploy(agentId, second)).json).toEqual(json)
    await deploy(agentId, versionId)
    expect(await deployedOf(agentId)).toEqual([versionId])
  })

  test('of many at once leaves exactly one deployed, and none fails', async () => {
    const { agentId, versionId } = await addAgent(service, {}, false)
    const all = [versionId, await addVersion(agentId, 2), await addVersion(agentId, 3)]
    const answers = await Promise.all([...all, ...all, ...all].map((id) => deploy(agentId, id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200))
    expect(await deployedOf(agentId)).toHaveLength(1)
  })

  test('the store itself refuses a second deployed version', async () => {
    const { agentId } = await addAgent(service)
    const second = await addVersion(agentId, 2)
    const force = service.database().update(versions).set({ deployed: true }).where(eq(versions.id, second))
    await expect(force).rejects.toMatchObject({ cause: { code: '23505' } })
  })

  test('needs a version of this very agent', async () => {
    const [one, other] = [await addAgent(service), await addAgent(service)]
    expect((await deploy(one.agentId, other.versionId)).status).toBe(404)
    expect((await deploy('nobody', one.versionId)).status).toBe(404)
    expect((await deploy(one.agentId, 'nothing')).status).toBe(404)
  })
})

describe('the list of agents', () => {
  const list = async (query: string) => {
    const { status, json } = await send(`/api/v1/agents${query}`)
    expect(status).toBe(200)
    return json as {
      agents: { id: string; name: string; deployedVersionId: string | null }[]
      pagination: { limit: number; nextCursor: string | null }
    }
  }

  test('tells each with its deployed version, newest first', async () => {
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    const deployed = await addAgent(service, { name: 'Live' })
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    const idle = await addAgent(service, { name: 'Idle', agentType: 'TEXT' }, false)
    expect((await list('?limit=2')).agents).toMatchObject([
      {
        id: idle.agentId,
        name: 'Idle',
        agentType: 'TEXT',
        deployedVersionId: null,
        deployedVersionNumber: null,
        versionCount: 1,
      },
      {
        id: deployed.agentId,
        name: 'Live',
        deployedVersionId: deployed.versionId,
        deployedVersionNumber: 1,
        versionCount: 1,
      },
    ])
  })

  test('gives each agent exactly once while others are added', async () => {
    const known = Array.from({ length: 7 }, async () => (await addAgent(service, {}, false)).agentId)
    const wanted = await Promise.all(known)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.agents.map(({ id }) => id))
      cursor = page.pagination.nextCursor
      service.clock.at = new Date(service.clock.at.getTime() + 1000)
      await addAgent(service, {}, false)
    }
    expect(new Set(seen).size).toBe(seen.length)
    for (const id of wanted) expect(seen).toContain(id)
  })

  test.each(['name=x', 'limit=0', 'cursor=x'])('refuses ?%s by name', async (query) => {
    const { status, text } = await send(`/api/v1/agents?${query}`)
    expect(status).toBe(400)
    expect(text).toContain(query.split('=')[0])
  })
})
