import { expect, it } from 'vitest'
import { type CheckedOperation, checkedOperations as operations } from './checked-operations'
import { uploadContent as upload } from './file-changes'
import { isPathId, matchPath, pathOf, subjectOf } from './operation'

const all: CheckedOperation[] = Object.values(operations)
const row = ({ name, method, path, auth, source, query, request }: CheckedOperation) =>
  [name, method, path, auth, source, query ? 'query' : '', request ? 'body' : ''].filter(Boolean).join(' ')

const from = (source: string) => all.filter((each) => each.source === source)

it('is the table of §4: eighteen operations under the base address, and the upload', () => {
  expect(from('document')).toHaveLength(18)
  expect(
    [...from('document'), { ...upload, request: undefined, query: undefined }].map(row),
  ).toMatchInlineSnapshot(`
    [
      "createAgent POST /api/v1/agents apiKey document body",
      "deployVersion PATCH /api/v1/agents/{agentId}/versions/{versionId}/deploy apiKey document",
      "dispatchCall POST /api/v1/agent/{agentId}/dispatch apiKey document body",
      "listCollections GET /api/v1/knowledge-base/collections apiKey document",
      "createCollection POST /api/v1/knowledge-base/collection apiKey document body",
      "addFileToCollection POST /api/v1/knowledge-base/collection/{collectionId}/file/{fileId} apiKey document",
      "removeFileFromCollection DELETE /api/v1/knowledge-base/collection/{collectionId}/file/{fileId}/remove apiKey document",
      "listFiles GET /api/v1/knowledge-base/files apiKey document",
      "requestUpload POST /generate-presigned-url apiKey document body",
      "createFile POST /api/v1/knowledge-base/file apiKey document body",
      "viewFile POST /api/v1/knowledge-base/file/{fileId}/view apiKey document",
      "deleteFile DELETE /api/v1/knowledge-base/file/{fileId} apiKey document",
      "generateScenarios POST /api/v1/testing-lab/scenarios/generate apiKey document body",
      "runScenarios POST /api/v1/testing-lab/scenarios/run apiKey document body",
      "createSmsThread POST /api/v1/threads apiKey document body",
      "createEmailThread POST /api/v1/email/threads apiKey document body",
      "createChatThread POST /api/v1/chat/threads origin document body",
      "listTools GET /api/v1/tools bearer document query",
      "uploadContent PUT {uploadUrl} none document",
    ]
  `)
})

it('calls everything else an extension, which no service needs to have (D2), each at an address of its own', () => {
  // Screens and stored records rest on these; one that is new needs no line here.
  expect(from('extension').map(row)).toEqual(
    expect.arrayContaining([
      'searchPassages POST /api/v1/knowledge-base/search apiKey extension body',
      'updateAgent PATCH /api/v1/agents/{agentId} apiKey extension body',
      'listAgentVersions GET /api/v1/agents/{agentId}/versions apiKey extension query',
      'createAgentVersion POST /api/v1/agents/{agentId} apiKey extension body',
      'updateAgentVersion PATCH /api/v1/agents/{agentId}/versions/{versionId} apiKey extension body',
      'listCalls GET /api/v1/agent-calls apiKey extension query',
      'readCall GET /api/v1/agent-calls/{callId} apiKey extension',
      'listScenarios GET /api/v1/testing-lab/scenarios apiKey extension query',
      'createScenario POST /api/v1/testing-lab/scenarios apiKey extension body',
      'updateScenario PATCH /api/v1/testing-lab/scenarios/{id} apiKey extension body',
      'listRuns GET /api/v1/testing-lab/runs apiKey extension query',
      'readRun GET /api/v1/testing-lab/runs/{id} apiKey extension',
    ]),
  )
  expect(from('document').length + from('extension').length).toBe(all.length)
  expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length)
})

it('knows of every operation that changes something what it has done, and of no other', () => {
  const reads = ['searchPassages', 'requestUpload', 'viewFile', 'tryVersion', 'renewChatToken']
  for (const { name, method, done, changes } of all) {
    expect(done !== undefined, name).toBe(method !== 'GET' && !reads.includes(name))
    expect(changes !== undefined, name).toBe(done !== undefined)
  }
})

it('names every operation as its key', () => {
  expect(all.map(({ name }) => name)).toEqual(Object.keys(operations))
})

it.each(['/', '..', '.', '', 'a/b', 'a%2fb', 'a?b', 'a#b', 'a b', 'ä', 'a\\b', 'x'.repeat(201)])(
  'lets no id change an address: %j (D5)',
  (fileId) => {
    expect(isPathId(fileId)).toBe(false)
    expect(() => pathOf(operations.viewFile, { fileId })).toThrow(/fileId/)
  },
)

it('fills in and reads back the ids of an address', () => {
  const ids = { collectionId: 'c-1', fileId: 'a@b:c' }
  const path = pathOf(operations.addFileToCollection, ids)
  expect(path).toBe('/api/v1/knowledge-base/collection/c-1/file/a%40b%3Ac')
  expect(matchPath(operations.addFileToCollection, path)?.params).toEqual(ids)
  expect(matchPath(operations.addFileToCollection, `${path}/remove`)).toBeUndefined()
  expect(matchPath(operations.viewFile, '/api/v1/knowledge-base/file/%E0%A4/view')).toBeUndefined()
})

it('matches an address segment by segment', () => {
  for (const path of ['/api/v1/knowledge-base/folder/f1/view', '/api/v1/knowledge-base/file/f1'])
    expect(matchPath(operations.viewFile, path)).toBeUndefined()
})

it('reads of a record whose operation it does not know what its address names', () => {
  const params = { agentId: 'a1', versionId: 'v1', fileId: 'f1', collectionId: 'c1', other: 'x' }
  const { other: _, ...named } = params
  expect(subjectOf({ operation: 'pauseAgent', params, body: { name: 'n' } })).toEqual({ ...named, name: 'n' })
  for (const body of [undefined, null, 'x', [], { name: 7 }])
    expect(subjectOf({ operation: 'pauseAgent', params: {}, body })).toEqual({})
})
