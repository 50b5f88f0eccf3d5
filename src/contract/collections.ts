import { type KnowledgeFile, readKnowledgeFile } from './files'
import { operation, type RequestBody } from './operation'
import { anyReply, bareReply, Fields, findObject, isWire, listReply, type OtherFields, textOf } from './reply'

/** A collection. Only name, description and its id are documented (§2). */
export interface Collection {
  readonly id: string
  readonly name?: string
  readonly description?: string
  /** What it holds, where the service says; ids alone when it names only ids. */
  readonly files?: readonly KnowledgeFile[]
  readonly createdAt?: string
  readonly updatedAt?: string
  readonly other: OtherFields
}

const readMember = (value: unknown): KnowledgeFile | undefined =>
  typeof value === 'string' ? { fileId: value, other: {} } : readKnowledgeFile(value)

/** Reads a collection; without an id it is none. */
export function readCollection(value: unknown): Collection | undefined {
  if (!isWire(value)) return undefined
  const fields = new Fields(value)
  const id = fields.id('id', 'collectionId', '_id', 'collection_id')
  if (id === undefined) return undefined
  return {
    id,
    name: fields.text('name', 'title'),
    description: fields.text('description'),
    files: fields.list(readMember, 'files', 'fileIds', 'knowledgeFiles', 'knowledgeBaseFiles'),
    createdAt: fields.text('createdAt', 'created_at'),
    updatedAt: fields.text('updatedAt', 'updated_at'),
    other: fields.others(),
  }
}

const REPLY_NAMES = ['collection', 'knowledgeBaseCollection']

export const listCollections = operation({
  name: 'listCollections',
  method: 'GET',
  path: '/api/v1/knowledge-base/collections',
  summary: 'Lists the collections.',
  to: 'load the collections',
  reply: listReply(['collections', 'knowledgeBaseCollections'], readCollection),
})

export const createCollection = operation({
  name: 'createCollection',
  method: 'POST',
  path: '/api/v1/knowledge-base/collection',
  summary: 'Creates a collection. There is no operation that renames or deletes one.',
  to: 'create the collection',
  done: 'the collection was created',
  changes: ['collections', 'files'],
  about: ({ body, reply }) => ({
    kind: 'collection',
    collectionId: findObject(reply, REPLY_NAMES, readCollection)?.id,
    name: textOf(body.name),
  }),
  sendsBody: ({ z, text }) =>
    z.strictObject({
      name: text({ label: 'Name', min: 1, max: 200 }),
      description: z.optional(text({ label: 'Description', max: 2_000 })),
    }),
  reply: anyReply(REPLY_NAMES, readCollection),
})

export type CollectionRequest = RequestBody<typeof createCollection>

export const addFileToCollection = operation({
  name: 'addFileToCollection',
  method: 'POST',
  path: '/api/v1/knowledge-base/collection/{collectionId}/file/{fileId}',
  summary: 'Adds the file to the collection.',
  to: 'add the file to the collection',
  done: 'the file was added to the collection',
  changes: ['collections', 'files'],
  reply: bareReply,
})

export const removeFileFromCollection = operation({
  name: 'removeFileFromCollection',
  method: 'DELETE',
  path: '/api/v1/knowledge-base/collection/{collectionId}/file/{fileId}/remove',
  summary: 'Removes the file from the collection; the file record stays.',
  to: 'remove the file from the collection',
  done: 'the file was removed from the collection',
  changes: ['collections', 'files'],
  reply: bareReply,
})
