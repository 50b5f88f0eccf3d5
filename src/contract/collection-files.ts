import { operation } from './operation'
import { bareReply } from './reply'

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
