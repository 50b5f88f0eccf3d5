import { type KnowledgeFile, readKnowledgeFile } from './files'
import { operation } from './operation'
import { field, type RecordOf, recordReader } from './record'
import { idOf, isWire, listReply } from './reply'

function readMember(value: unknown): KnowledgeFile | undefined {
  const fileId = idOf(value)
  if (fileId !== undefined) return { fileId, other: {} }
  if (!isWire(value)) return undefined
  // A membership has an id of its own.
  return readKnowledgeFile([value.file, value.knowledgeFile, value.knowledgeBaseFile].find(isWire) ?? value)
}

/** Only name, description and its id are documented of a collection (§2). */
export const readCollection = recordReader(
  {
    id: field.id('id', 'collectionId', '_id', 'collection_id'),
    name: field.name('name', 'title'),
    description: field.text('description'),
    /** What it holds; ids alone when it names only ids. Unsaid where a member cannot be read. */
    files: field.whole(readMember, 'files', 'fileIds', 'knowledgeFiles', 'knowledgeBaseFiles'),
    createdAt: field.time('createdAt', 'created_at'),
    updatedAt: field.time('updatedAt', 'updated_at'),
  },
  'id',
)

export type Collection = RecordOf<typeof readCollection>

export const listCollections = operation({
  name: 'listCollections',
  method: 'GET',
  path: '/api/v1/knowledge-base/collections',
  summary: 'Lists the collections.',
  to: 'load the collections',
  reply: listReply(['collections', 'knowledgeBaseCollections'], readCollection),
})
