import { describe, expect, test } from 'vitest'
import { type CheckedOperation, checkedOperations as operations } from '../contract/checked-operations'
import { addAgent, addFile, agentBody } from './journeys.fixture'
import { testService } from './service.fixture'

const service = testService()
const all = Object.values<CheckedOperation>(operations).map(
  (operation) => [operation.name, operation] as const,
)
const addressOf = ({ path }: CheckedOperation) => path.replace(/\{\w+\}/g, '1')
const origin = { origin: 'http://localhost' }

describe('what is not understood is refused by name (D239)', () => {
  test.each(all.filter(([, { method }]) => method !== 'GET'))('in the body: %s', async (_, operation) => {
    const { method } = operation
    const body = { callScript: 'x', constructor: 1 }
    expect(await service.send(addressOf(operation), { method, body, headers: origin })).toMatchObject({
      status: 400,
      json: {
        message: 'callScript is not a field of this request.',
        errors: expect.arrayContaining([
          { path: 'callScript', message: 'callScript is not a field of this request' },
          expect.objectContaining({ path: 'constructor' }),
        ]),
      },
    })
  })

  test.each(all)('in the address: %s', async (_, operation) => {
    const { method, request } = operation
    const sent = { method, headers: origin, ...(request ? { body: {} } : {}) }
    expect(await service.send(`${addressOf(operation)}?colour=red`, sent)).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'colour', message: 'colour is not a parameter of this address' }] },
    })
  })

  test('within a prompt and its variables, by the whole path', async () => {
    const prompt = {
      system: 'You are brief.',
      variables: [{ name: 'a', kind: 'text' }],
      temperature: 1,
    }
    const body = agentBody({ prompt: prompt as never })
    const { status, json } = await service.send('/api/v1/agents', { method: 'POST', body })
    expect(status).toBe(400)
    expect((json as { errors: { path: string }[] }).errors.map(({ path }) => path)).toEqual([
      'prompt.variables.0.kind',
      'prompt.temperature',
    ])
  })

  test('but an empty object says nothing, so it may stand where nothing is sent', async () => {
    const { agentId, versionId } = await addAgent(service, {}, false)
    const deploy = `/api/v1/agents/${agentId}/versions/${versionId}/deploy`
    expect((await service.send(deploy, { method: 'PATCH', body: {} })).status).toBe(200)
    const view = `/api/v1/knowledge-base/file/${await addFile(service)}/view`
    expect((await service.send(view, { method: 'POST', body: {} })).status).toBe(200)
    for (const body of ['[]', '7', '{'])
      expect(
        await service.send(view, { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
      ).toMatchObject({ status: 400 })
  })
})
