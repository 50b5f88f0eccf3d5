import { readCollection } from './collections'
import { operation, type RequestBody } from './operation'
import { anyReply, findObject, textOf } from './reply'

const REPLY_NAMES = ['collection', 'knowledgeBaseCollection']

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
