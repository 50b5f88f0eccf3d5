import { expect, it } from 'vitest'
import { readToolRecord } from '../../contract/tools'
import {
  asTool,
  emptyTool,
  fromTool,
  placeStructure,
  toolResolver,
  toToolChanges,
  toToolRequest,
  undeclaredIn,
  withDraft,
} from './-tool-form'

const tool = readToolRecord({
  id: 't1',
  name: 'Find order',
  slug: 'find-order',
  description: 'Looks an order up.',
  structure: {
    url: 'https://api.example/orders/{{order}}',
    method: 'get',
    headers: [{ key: 'X-Key', value: 'k', secure: true }],
    body: {},
    timeout: 30,
    variables: [{ name: 'order', type: 'str', description: 'The order', required: true }],
  },
})
if (!tool) throw new Error('the tool of these tests cannot be read')

const errorsOf = async (values: object, begun?: object) => {
  const { errors } = await toolResolver({ ...emptyTool, ...values }, begun, {
    fields: {},
    shouldUseNativeValidation: false,
  } as never)
  return Object.keys(errors)
}

it('sends a tool as it was read, and nothing of it as a change', () => {
  const values = fromTool(tool)
  expect(toToolRequest(values)).toEqual({
    name: 'Find order',
    slug: 'find-order',
    description: 'Looks an order up.',
    speech: '',
    structure: {
      url: 'https://api.example/orders/{{order}}',
      method: 'GET',
      headers: [{ key: 'X-Key', value: 'k', secure: true }],
      body: {},
      timeout: 30,
      variables: [{ name: 'order', type: 'str', description: 'The order', required: true }],
    },
  })
  expect(toToolChanges(values, fromTool(tool))).toEqual({})
})

it('sends as a change what was changed alone, within the structure too', () => {
  const before = fromTool(tool)
  expect(toToolChanges({ ...before, speech: 'One moment', timeout: 5 }, before)).toEqual({
    speech: 'One moment',
    structure: { timeout: 5 },
  })
  expect(toToolChanges({ ...before, body: '{"a": 1}' }, before)).toEqual({ structure: { body: { a: 1 } } })
})

it('sends back what the form cannot show of a header or a variable that stays, and gives a copy none of it', async () => {
  const read = readToolRecord({
    id: 't2',
    name: 'Find order',
    structure: {
      url: 'https://api.example',
      headers: [{ key: 'X-Key', value: 'k', note: 'ours' }],
      variables: [{ name: 'order', type: 'str', description: '', required: true, example: 'A-1' }],
    },
  })
  if (!read) throw new Error('the tool cannot be read')
  const before = fromTool(read)
  const { values } = (await toolResolver(
    {
      ...before,
      headers: before.headers.map((each) => ({ ...each, value: 'l' })),
      variables: before.variables.map((each) => ({ ...each, description: 'The order' })),
    },
    undefined,
    { fields: {}, shouldUseNativeValidation: false } as never,
  )) as { values: typeof before }
  expect(toToolChanges(values, before)).toEqual({
    structure: {
      headers: [{ key: 'X-Key', value: 'l', note: 'ours' }],
      variables: [{ name: 'order', type: 'str', description: 'The order', required: true, example: 'A-1' }],
    },
  })
  expect(toToolRequest(fromTool(read, true)).structure).toMatchObject({
    headers: { 'X-Key': 'k' },
    variables: [{ name: 'order', type: 'str', description: '', required: true }],
  })
})

it('sends headers as an object, unless one is secret or comes twice', () => {
  const headers = [
    { name: ' A ', value: '1', secure: false },
    { name: 'B', value: '2', secure: false },
  ]
  expect(toToolRequest({ ...emptyTool, headers }).structure.headers).toEqual({ A: '1', B: '2' })
  const twice = [...headers, { name: 'B', value: '3', secure: false }]
  expect(toToolRequest({ ...emptyTool, headers: twice }).structure.headers).toEqual([
    { key: 'A', value: '1' },
    { key: 'B', value: '2' },
    { key: 'B', value: '3' },
  ])
})

it('gives a copy a name and a slug of its own, and lets the service make a slug where there was none', () => {
  expect(fromTool(tool, true)).toMatchObject({ name: 'Find order copy', slug: 'find-order-copy' })
  expect(toToolRequest({ ...fromTool(tool), slug: ' ' })).not.toHaveProperty('slug')
})

it('takes what an import knows and keeps what was typed', () => {
  const typed = { ...emptyTool, name: 'Mine', speech: 'Wait', timeout: 7 }
  const draft = {
    method: 'POST',
    url: 'https://a.example',
    headers: [{ name: 'A', value: '1' }],
    variables: [{ name: 'x', required: true }],
    notes: [],
  }
  expect(withDraft(typed, draft)).toEqual({
    ...typed,
    method: 'POST',
    url: 'https://a.example',
    headers: [{ name: 'A', value: '1', secure: false }],
    variables: [{ name: 'x', type: 'str', description: '', required: true }],
  })
})

it('names the variables that are used and not declared, each once', () => {
  const values = {
    ...fromTool(tool),
    body: '{"note": "{{who}} and {{order}}"}',
    headers: [{ name: 'A', value: '{{who}}', secure: false }],
  }
  expect(undeclaredIn(values)).toEqual(['who'])
  expect(asTool(values).structure?.variables.map(({ name }) => name)).toEqual(['order'])
})

it('names the fields that are wrong', async () => {
  const right = { name: 'A', url: 'https://a.example' }
  expect(await errorsOf(right)).toEqual([])
  expect(await errorsOf({})).toEqual(['name', 'url'])
  expect(await errorsOf({ ...right, url: 'ftp://a.example' })).toEqual(['url'])
  expect(await errorsOf({ ...right, timeout: 0 })).toEqual(['timeout'])
  expect(await errorsOf({ ...right, headers: [{ name: 'A b', value: '1', secure: false }] })).toEqual([
    'headers',
  ])
  const variable = { name: '1x', type: 'str', description: '', required: true }
  expect(await errorsOf({ ...right, variables: [variable] })).toEqual(['variables'])
})

it('says nothing against what is as the service reported it', async () => {
  const read = readToolRecord({
    id: 't3',
    name: 'Ping',
    structure: { url: 'https://a.example', method: 'HEAD', timeout: 120_000 },
  })
  if (!read) throw new Error('the tool cannot be read')
  const before = fromTool(read)
  const values = { ...before, speech: 'One moment' }
  expect(await errorsOf(values, before)).toEqual([])
  expect(toToolChanges(values, before)).toEqual({ speech: 'One moment' })
  expect(await errorsOf({ ...values, timeout: 130_000 }, before)).toEqual(['timeout'])
  expect(await errorsOf(emptyTool, emptyTool)).toEqual(['name', 'url'])
})

it('names no field that the form does not have', () => {
  expect(placeStructure([{ path: 'structure.url', message: 'No' }])).toEqual([{ path: 'url', message: 'No' }])
})
