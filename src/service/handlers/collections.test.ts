import { describe, expect, test } from 'vitest'
import { addCollection, addFile, requestTarget } from '../journeys.fixture'
import { testService } from '../service.fixture'

const service = testService()
const { send } = service

const member = (collectionId: string, fileId: string) =>
  `/api/v1/knowledge-base/collection/${collectionId}/file/${fileId}`
const add = (collectionId: string, fileId: string) => send(member(collectionId, fileId), { method: 'POST' })
const remove = (collectionId: string, fileId: string) =>
  send(`${member(collectionId, fileId)}/remove`, { method: 'DELETE' })

async function filesOf(collectionId: string) {
  const { json } = await send('/api/v1/knowledge-base/collections')
  const { collections } = json as { collections: { id: string; files: { id: string }[] }[] }
  return collections.find(({ id }) => id === collectionId)?.files.map(({ id }) => id)
}

describe('collections (§4)', () => {
  test('hold files in the order in which they were added; one file may be in several', async () => {
    const [first, second] = [await addFile(service), await addFile(service, 'notes.md', '# Notes')]
    const [one, other] = [await addCollection(service, 'One'), await addCollection(service, 'Other')]
    await add(one, second)
    service.clock.at = new Date(service.clock.at.getTime() + 1000)
    await add(one, first)
    await add(other, first)
    expect(await filesOf(one)).toEqual([second, first])
    expect(await filesOf(other)).toEqual([first])
  })

  test('adding a file twice, also at once, leaves it in once (D25)', async () => {
    const [collectionId, fileId] = [await addCollection(service), await addFile(service)]
    const both = await Promise.all([add(collectionId, fileId), add(collectionId, fileId)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await add(collectionId, fileId)).status).toBe(200)
    expect(await filesOf(collectionId)).toEqual([fileId])
  })

  test('removing a file leaves its record; removing what is not in it is 404', async () => {
    const [collectionId, fileId] = [await addCollection(service), await addFile(service)]
    expect((await remove(collectionId, fileId)).json).toMatchObject({
      status: 404,
      message: 'This collection does not hold this file.',
    })
    await add(collectionId, fileId)
    expect((await remove(collectionId, fileId)).status).toBe(200)
    expect(await filesOf(collectionId)).toEqual([])
    const { text } = await send('/api/v1/knowledge-base/files')
    expect(text).toContain(fileId)
  })

  test('unknown ids, and a file that has no record yet, are 404', async () => {
    const [collectionId, fileId] = [await addCollection(service), await addFile(service)]
    const { fileId: unrecorded } = await requestTarget(service)
    for (const [collection, file] of [
      ['no-such', fileId],
      [collectionId, 'no-such'],
      [collectionId, unrecorded],
    ] as const) {
      expect((await add(collection, file)).status).toBe(404)
      expect((await remove(collection, file)).status).toBe(404)
    }
  })

  test('a name of only spaces is refused at its field', async () => {
    const refused = await send('/api/v1/knowledge-base/collection', {
      method: 'POST',
      body: { name: '   ', description: '' },
    })
    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'name', message: 'Name is needed' }] },
    })
  })

  test('a file that is deleted and added at once is never held without a record', async () => {
    for (let round = 0; round < 10; round++) {
      const [collectionId, fileId] = [await addCollection(service), await addFile(service)]
      const [added, deleted] = await Promise.all([
        add(collectionId, fileId),
        send(`/api/v1/knowledge-base/file/${fileId}`, { method: 'DELETE' }),
      ])
      // One of them came first, and the other was told.
      expect([`${added.status} ${deleted.status}`]).toEqual([expect.stringMatching(/^(200 409|404 200)$/)])
    }
  })
})
