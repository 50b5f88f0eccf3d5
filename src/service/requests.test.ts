import { afterEach, describe, expect, it, vi } from 'vitest'
import { type CheckedOperation, checkedOperations as operations } from '../contract/checked-operations'
import type { Refused } from './errors'
import { agentBody } from './journeys.fixture'
import { checkRequest } from './requests'

const JSON_TYPE = { 'content-type': 'application/json' }

function ask(operation: CheckedOperation, body?: BodyInit, headers: HeadersInit = JSON_TYPE) {
  const { method } = operation
  const init = { method, body, headers, duplex: 'half' }
  return checkRequest(operation, new Request('http://localhost/', init), {})
}

const refusal = (operation: CheckedOperation, body: unknown) =>
  ask(operation, JSON.stringify(body)).then(
    () => undefined,
    ({ message, fields }: Refused) => ({ message, fields }),
  )

describe('a body that is wrong as a whole', () => {
  const { updateOrganization, updateAgent, updateAgentVersion, updateTool, updateScenario } = operations

  it.each<[string, CheckedOperation, string]>([
    ['organization', updateOrganization, 'Give a name or domains.'],
    ['agent', updateAgent, 'Give a name or a description.'],
    ['version', updateAgentVersion, 'Name at least one field to change.'],
    ['tool', updateTool, 'Name at least one field to change.'],
    ['scenario', updateScenario, 'Name at least one field to change.'],
  ])('is refused with what is missing: %s', async (_, operation, message) => {
    expect(await refusal(operation, {})).toEqual({ message, fields: [] })
  })

  it.each([[[]], [['x']], [7], [null], ['x']])('is no object: %j', async (body) => {
    expect(await refusal(updateTool, body)).toEqual({
      message: 'The body must be a JSON object.',
      fields: [],
    })
  })
})

describe('a field of the wrong type is named in words', () => {
  const { createAgent, createTool } = operations
  const prompt = { system: 'You are brief.', variables: [], tools: [], preBuiltTools: [] }
  const structure = { url: 'https://x.test', method: 'GET' }

  it.each<[unknown, string]>([
    [agentBody({ prompt: 'Be brief' as never }), 'Prompt must be an object with system'],
    [agentBody({ prompt: { ...prompt, variables: ['a'] } as never }), 'Variable must be an object with name'],
    [
      agentBody({ postCallVariables: ['a'] as never }),
      'Post-call variable must be an object with variableName and type',
    ],
  ])('%j', async (body, message) => {
    expect(await refusal(createAgent, body)).toMatchObject({ message: `${message}.`, fields: [{ message }] })
  })

  it('a subject of two lines', async () => {
    const message = 'Subject must be on one line'
    const email = { agentVersionId: 'v', toEmail: 'ada@example.com', firstMessage: 'Hello' }
    expect(
      await refusal(operations.createEmailThread, { ...email, subject: 'Hi\r\nBcc: eve@example.com' }),
    ).toEqual({ message: `${message}.`, fields: [{ path: 'subject', message }] })
  })

  it('in a tool', async () => {
    const message = 'Variable must be an object with name'
    expect(
      await refusal(createTool, { name: 'n', structure: { ...structure, variables: ['a'] } }),
    ).toMatchObject({ message: `${message}.`, fields: [{ path: 'structure.variables.0', message }] })
  })
})

describe('a body that trickles', () => {
  afterEach(() => void vi.useRealTimers())

  it('is given up after 30 seconds (D49)', async () => {
    vi.useFakeTimers()
    const body = new ReadableStream({
      pull: (controller) =>
        new Promise((settle) => {
          setTimeout(() => {
            controller.enqueue(new TextEncoder().encode(' '))
            settle()
          }, 1_000)
        }),
    })
    const asked = ask(operations.createCollection, body).catch((error: Refused) => error)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(await Promise.race([asked, 'waits'])).toBe('waits')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await Promise.race([asked, 'waits'])).toMatchObject({ status: 408 })
  })
})

describe('an empty body', () => {
  const { closeThread, createCollection, deployVersion } = operations

  it.each<[string, CheckedOperation]>([
    ['every field may be absent', closeThread],
    ['it takes none', deployVersion],
  ])('is an empty object where %s', async (_, operation) => {
    for (const headers of [JSON_TYPE, {}])
      expect(await ask(operation, undefined, headers)).toMatchObject({ body: {} })
  })

  it('is told where something has to be sent', async () => {
    expect(await refusal(createCollection, undefined)).toEqual({
      message: 'The body is empty; send JSON.',
      fields: [],
    })
  })
})
