import { describe, expect, test } from 'vitest'
import type { VersionRequest } from '../../contract/requests/agents'
import { addAgent, addCollection, agentBody } from '../journeys.fixture'
import { testService } from '../service.fixture'

const service = testService()

interface Version {
  id: string
  version: number
  deployed: boolean
  [name: string]: unknown
}

const { name: _name, description: _description, agentType: _type, ...versionBody } = agentBody()
/** Every setting that a version can have beside the fields of §2. */
const settings = {
  mode: 'FLOW',
  speakFirst: false,
  postCallPrompt: 'Sum up the call.',
  postCallVariables: [
    { variableName: 'mood', type: 'string', description: 'How it went', required: true },
    { variableName: 'callAgain', type: 'boolean' },
  ],
  backgroundAudio: 35,
  voiceVolume: 1.5,
  voiceSpeed: 0.9,
  forwardingPhoneNumber: '+15005550101',
  initialSilenceTimeout: 12.5,
  finalSilenceTimeout: 30,
  maxCallDuration: 900,
  language: { languageId: 'l-7', languageCode: 'de-DE', languageDisplayName: 'German' },
} satisfies Partial<VersionRequest>
const unset = { ...Object.fromEntries(Object.keys(settings).map((name) => [name, null])), mode: 'PROMPT' }

const path = (agentId: string) => `/api/v1/agents/${agentId}`
const create = (agentId: string, changes: Record<string, unknown> = {}) =>
  service.send(path(agentId), { method: 'POST', body: { ...versionBody, ...changes } })
const change = (agentId: string, versionId: string, body: unknown) =>
  service.send(`${path(agentId)}/versions/${versionId}`, { method: 'PATCH', body })
const deploy = (agentId: string, versionId: string) =>
  service.send(`${path(agentId)}/versions/${versionId}/deploy`, { method: 'PATCH' })
const versionOf = ({ json }: { json: unknown }) => (json as { version: Version }).version

async function list(agentId: string, query = '') {
  const { status, json } = await service.send(`${path(agentId)}/versions${query}`)
  expect(status).toBe(200)
  return json as {
    agent: { id: string; name: string; cekuraAgentId: number; versions: Version[] }
    pagination: { limit: number; nextCursor: string | null }
  }
}

describe('creating a version', () => {
  test('keeps every field, under the next number, and leaves what is deployed alone', async () => {
    const { agentId, versionId } = await addAgent(service)
    const [one, two] = [await addCollection(service), await addCollection(service)]
    const body = {
      ...versionBody,
      prompt: { ...versionBody.prompt, system: 'You are brief.' },
      voicemailMessage: 'Call back',
      firstMessage: 'Hello',
      overrideTTSConfig: { speed: 2 },
      overrideLLMConfig: null,
      knowledgeBaseCollectionIds: [two, one, two],
    }
    const { status, json } = await create(agentId, body)
    expect(status).toBe(201)
    expect(json).toMatchObject({
      version: { ...body, agentId, version: 2, deployed: false, knowledgeBaseCollectionIds: [two, one] },
    })
    const { agent } = await list(agentId)
    expect(agent.versions.map(({ id, version, deployed }) => [id, version, deployed])).toEqual([
      [versionOf({ json }).id, 2, false],
      [versionId, 1, true],
    ])
  })

  test('takes a version as it was listed: what only the service sets counts for nothing (D240)', async () => {
    const { agentId } = await addAgent(service, { voicemailMessage: 'Call back', ...settings })
    const [listed] = (await list(agentId)).agent.versions
    const again = versionOf(await create(agentId, listed))
    expect(again).toEqual({ ...listed, id: again.id, version: 2, deployed: false })
    expect(again.id).not.toBe(listed?.id)
    expect((await create(agentId, { ...listed, callScript: 'x' })).status).toBe(400)
  })

  test('at once gives every one a number of its own', async () => {
    const { agentId } = await addAgent(service, {}, false)
    const made = await Promise.all(Array.from({ length: 8 }, () => create(agentId)))
    expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const numbers = made.map((each) => versionOf(each).version)
    expect(numbers.sort((one, other) => one - other)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('complains field by field, and makes nothing', async () => {
    const { agentId } = await addAgent(service)
    const wrong = await create(agentId, { voiceId: 'nobody', knowledgeBaseCollectionIds: ['none'] })
    expect(wrong).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'voiceId' }, { path: 'knowledgeBaseCollectionIds.0' }] },
    })
    const { prompt: _, ...promptless } = versionBody
    expect(await service.send(path(agentId), { method: 'POST', body: promptless })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'prompt' }] },
    })
    expect((await create('nobody')).status).toBe(404)
    expect((await list(agentId)).agent.versions).toHaveLength(1)
  })
})

describe('changing a version', () => {
  test('replaces the fields that are named and no others', async () => {
    const { agentId, versionId } = await addAgent(service, { voicemailMessage: 'Call back' }, false)
    const collectionId = await addCollection(service)
    const before = (await list(agentId)).agent.versions[0]
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    const changed = await change(agentId, versionId, {
      voicemailMessage: null,
      voiceId: 'voice-mira',
      knowledgeBaseCollectionIds: [collectionId],
    })
    expect(changed).toMatchObject({ status: 200 })
    expect(versionOf(changed)).toEqual({
      ...before,
      voicemailMessage: null,
      voiceId: 'voice-mira',
      knowledgeBaseCollectionIds: [collectionId],
      updatedAt: service.clock.at.toISOString(),
    })
    await change(agentId, versionId, { firstMessage: 'Hello' })
    await change(agentId, versionId, { knowledgeBaseCollectionIds: [] })
    expect((await list(agentId)).agent.versions).toMatchObject([
      { firstMessage: 'Hello', voiceId: 'voice-mira', knowledgeBaseCollectionIds: [] },
    ])
  })

  test('leaves what a prompt does not name as it is, so that nothing goes unasked (D242)', async () => {
    const prompt = {
      system: 'You help {{name}}.',
      variables: [{ name: 'name', required: true, defaultValue: '' }],
      tools: ['find-order'],
      preBuiltTools: ['end-call'],
    }
    const { agentId, versionId } = await addAgent(service, { prompt }, false)
    const system = 'You are brief, {{name}}.'
    const changed = versionOf(await change(agentId, versionId, { prompt: { system } }))
    expect(changed.prompt).toEqual({ ...prompt, system })
    const emptied = versionOf(await change(agentId, versionId, { prompt: { system, tools: [] } }))
    expect(emptied.prompt).toEqual({ ...prompt, system, tools: [] })
  })

  test('is refused while it is deployed: what is live does not change under the calls (D132)', async () => {
    const { agentId, versionId } = await addAgent(service)
    const before = (await list(agentId)).agent.versions
    expect(await change(agentId, versionId, { voiceId: 'voice-mira' })).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining('Create a new version') },
    })
    expect((await list(agentId)).agent.versions).toEqual(before)
    await deploy(agentId, versionOf(await create(agentId)).id)
    expect((await change(agentId, versionId, { voiceId: 'voice-mira' })).status).toBe(200)
  })

  test('needs something to change, of things that exist, in a version of this very agent', async () => {
    const [one, other] = [await addAgent(service, {}, false), await addAgent(service, {}, false)]
    expect((await change(one.agentId, one.versionId, {})).status).toBe(400)
    expect(await change(one.agentId, one.versionId, { llmConfigId: 'none' })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'llmConfigId' }] },
    })
    expect((await change(one.agentId, other.versionId, { voiceId: 'voice-mira' })).status).toBe(404)
    expect((await change('nobody', one.versionId, { voiceId: 'voice-mira' })).status).toBe(404)
  })
})

describe('the settings of a version (D240)', () => {
  test('are kept with an agent, a version and a change, and told by every answer', async () => {
    const { status, json } = await service.send('/api/v1/agents', {
      method: 'POST',
      body: agentBody({ ...settings, firstMessage: 'Hello', overrideTTSConfig: { a: 1 } }),
    })
    expect(status).toBe(201)
    const { agent } = json as { agent: { id: string; version: Version } }
    expect(agent.version).toMatchObject({ ...settings, firstMessage: 'Hello', overrideTTSConfig: { a: 1 } })
    const second = versionOf(await create(agent.id, settings))
    expect(second).toMatchObject(settings)
    expect(versionOf(await create(agent.id))).toMatchObject(unset)
    expect((await list(agent.id)).agent.versions).toMatchObject([unset, settings, settings])

    const changed = await change(agent.id, second.id, { voiceSpeed: 1.2, language: null })
    expect(versionOf(changed)).toMatchObject({ ...settings, voiceSpeed: 1.2, language: null })
    expect(versionOf(await deploy(agent.id, second.id))).toMatchObject({
      ...settings,
      voiceSpeed: 1.2,
      language: null,
    })
  })

  test.each([
    ['mode', 'DRAWN'],
    ['mode', null],
    ['speakFirst', 'yes'],
    ['postCallPrompt', 7],
    ['postCallVariables', { variableName: 'x', type: 'string' }],
    ['postCallVariables.0.variableName', [{ type: 'string' }]],
    [
      'postCallVariables.1.variableName',
      [
        { variableName: 'x', type: 'a' },
        { variableName: 'x', type: 'b' },
      ],
    ],
    ['backgroundAudio', 101],
    ['backgroundAudio', -1],
    ['voiceVolume', 'loud'],
    ['voiceVolume', -0.1],
    ['voiceSpeed', 11],
    ['forwardingPhoneNumber', '5551234'],
    ['initialSilenceTimeout', -1],
    ['finalSilenceTimeout', 1e9],
    ['maxCallDuration', 0],
    ['language', 'de-DE'],
    ['language', {}],
    ['language.languageCode', { languageCode: 7 }],
  ])('refuse a wrong %s by name: %j', async (field, value) => {
    const { agentId, versionId } = await addAgent(service, {}, false)
    const [name = ''] = field.split('.')
    const refused = {
      status: 400,
      json: { errors: expect.arrayContaining([expect.objectContaining({ path: field })]) },
    }
    expect(await create(agentId, { [name]: value })).toMatchObject(refused)
    expect(await change(agentId, versionId, { [name]: value })).toMatchObject(refused)
    const body = agentBody({ [name]: value } as never)
    expect(await service.send('/api/v1/agents', { method: 'POST', body })).toMatchObject(refused)
  })
})

describe('the list of versions', () => {
  test('comes with the agent and the integer id of the testing lab (D13), a page at a time', async () => {
    const { agentId, labId } = await addAgent(service)
    for (let count = 0; count < 4; count++) await create(agentId)
    const first = await list(agentId, '?limit=2')
    expect(first.agent).toMatchObject({ id: agentId, name: 'Reception', cekuraAgentId: labId })
    const second = await list(agentId, `?limit=2&cursor=${first.pagination.nextCursor}`)
    const third = await list(agentId, `?limit=2&cursor=${second.pagination.nextCursor}`)
    const numbers = [first, second, third].map(({ agent }) => agent.versions.map(({ version }) => version))
    expect(numbers).toEqual([[5, 4], [3, 2], [1]])
    expect(third.pagination).toEqual({ limit: 2, nextCursor: null })
    expect((await service.send(`${path('nobody')}/versions`)).status).toBe(404)
    expect((await service.send(`${path(agentId)}/versions?cursor=x`)).status).toBe(400)
  })
})

test('an agent is renamed, described, and neither by an empty request', async () => {
  const { agentId } = await addAgent(service)
  const patch = (id: string, body: unknown) => service.send(path(id), { method: 'PATCH', body })
  expect(await patch(agentId, { name: 'Front desk' })).toMatchObject({
    status: 200,
    json: { agent: { id: agentId, name: 'Front desk', description: 'Answers the telephone' } },
  })
  expect((await patch(agentId, { description: '' })).json).toMatchObject({
    agent: { name: 'Front desk', description: '' },
  })
  expect((await list(agentId)).agent.name).toBe('Front desk')
  expect((await patch(agentId, {})).status).toBe(400)
  expect((await patch(agentId, { name: ' ' })).status).toBe(400)
  expect((await patch('nobody', { name: 'x' })).status).toBe(404)
})

describe('two deployments at once', () => {
  test('leave exactly one version deployed, the list says which, and calls go to no other', async () => {
    const { agentId, versionId } = await addAgent(service, {}, false)
    const second = versionOf(await create(agentId)).id
    const dispatch = (id: string) =>
      service.send(`/api/v1/agent/${agentId}/dispatch`, {
        method: 'POST',
        body: { versionId: id, outboundPhoneNumberId: 'number-main', toPhoneNumber: '+15551234567' },
      })
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([deploy(agentId, versionId), deploy(agentId, second)])
      // Each tells of its own version, which was the deployed one when it answered.
      expect(answers.map(versionOf)).toMatchObject([
        { id: versionId, deployed: true },
        { id: second, deployed: true },
      ])
      const live = (await list(agentId)).agent.versions.filter(({ deployed }) => deployed)
      expect(live).toHaveLength(1)
      const statuses = await Promise.all([versionId, second].map(async (id) => (await dispatch(id)).status))
      expect(statuses).toEqual([versionId, second].map((id) => (id === live[0]?.id ? 201 : 409)))
    }
  })

  test('and a change of the version meanwhile: it is changed before it is live, or refused', async () => {
    const { agentId, versionId } = await addAgent(service, {}, false)
    const [deployed, changed] = await Promise.all([
      deploy(agentId, versionId),
      change(agentId, versionId, { voiceId: 'voice-mira' }),
    ])
    expect(deployed.status).toBe(200)
    const [now] = (await list(agentId)).agent.versions
    expect(now?.voiceId).toBe(changed.status === 200 ? 'voice-mira' : 'voice-clara')
    if (changed.status === 200) expect(versionOf(deployed).voiceId).toBe('voice-mira')
    else expect(changed.status).toBe(409)
  })
})

test('whatever stands in a field of a version, it is kept or refused, and can be listed', async () => {
  const { agentId, versionId } = await addAgent(service, {}, false)
  const odd = [
    null,
    '',
    0,
    1e308,
    true,
    [],
    [null],
    {},
    { a: { b: [] } },
    '\u0000',
    '\ud800',
    'x'.repeat(9_000),
  ]
  const fields = { ...versionBody, firstMessage: null, overrideTTSConfig: null, overrideLLMConfig: null }
  for (const field of [
    ...Object.keys(fields),
    ...Object.keys(settings),
    'knowledgeBaseCollectionIds',
    '__proto__',
  ])
    for (const value of odd) {
      const sent = JSON.parse(`{${JSON.stringify(field)}: ${JSON.stringify(value)}}`)
      const created = await create(agentId, sent)
      const changed = await change(agentId, versionId, sent)
      for (const { status } of [created, changed])
        expect([200, 201, 400], `${field} ${JSON.stringify(value).slice(0, 50)}`).toContain(status)
    }
  expect((await list(agentId, '?limit=100')).agent.versions.length).toBeGreaterThan(10)
})
