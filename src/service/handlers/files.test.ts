import { describe, expect, test } from 'vitest'
import { addCollection, addFile, put, requestTarget } from '../journeys.fixture'
import { testService } from '../service.fixture'
import { removedBlobs } from '../store/schema'

const service = testService()
const { send } = service
const FILE = '/api/v1/knowledge-base/file'

const record = (fileId: string, prompt?: string) =>
  send(FILE, { method: 'POST', body: prompt === undefined ? { fileId } : { fileId, prompt } })

const listed = async () => {
  const { json } = await send('/api/v1/knowledge-base/files')
  return (json as { files: { id: string; status: string; pages: number | null }[] }).files
}

describe('a file record (§3, §4)', () => {
  test('goes from upload target to INGESTED and is listed only once it has a record', async () => {
    const { uploadUrl, fileId } = await requestTarget(service, 'Prices 2026.pdf')
    expect((await listed()).map(({ id }) => id)).not.toContain(fileId)
    expect((await put(service, uploadUrl)).status).toBe(200)
    expect((await listed()).map(({ id }) => id)).not.toContain(fileId)
    const created = await record(fileId, 'Use for prices')
    expect(created.status).toBe(201)
    expect(created.json).toMatchObject({
      id: fileId,
      fileId,
      fileName: 'Prices 2026.pdf',
      status: 'UPLOADED',
      prompt: 'Use for prices',
      reason: null,
      size: 40,
    })
    await service.service().idle()
    expect((await listed()).find(({ id }) => id === fileId)?.status).toBe('INGESTED')
  })

  test('is refused before the content is there, twice, and for an unknown file', async () => {
    const { uploadUrl, fileId } = await requestTarget(service)
    expect(await record(fileId)).toMatchObject({
      status: 409,
      json: { code: 'CONFLICT', message: 'Upload the content first, then create the record.' },
    })
    await put(service, uploadUrl)
    expect((await record(fileId)).status).toBe(201)
    expect((await record(fileId)).status).toBe(409)
    expect((await record('no-such-file')).status).toBe(404)
  })

  test('of two records for one upload at once exactly one is created', async () => {
    const { uploadUrl, fileId } = await requestTarget(service)
    await put(service, uploadUrl)
    const both = await Promise.all([record(fileId), record(fileId)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('needs a file name that ends in .pdf or .md (§8)', async () => {
    const refused = await send('/generate-presigned-url', {
      method: 'POST',
      body: { fileName: 'notes.docx' },
    })
    expect(refused.status).toBe(400)
    expect(refused.json).toMatchObject({
      errors: [{ path: 'fileName', message: 'File name must end in .pdf or .md' }],
    })
  })
})

describe('deleting', () => {
  test('removes the record, and the bytes a while later', async () => {
    const fileId = await addFile(service)
    expect(await service.stored()).toContain(fileId)
    expect((await send(`${FILE}/${fileId}`, { method: 'DELETE' })).status).toBe(200)
    expect(await service.database().select({ id: removedBlobs.id }).from(removedBlobs)).toEqual([
      { id: fileId },
    ])
    expect((await send(`${FILE}/${fileId}`, { method: 'DELETE' })).status).toBe(404)
    expect((await send(`${FILE}/${fileId}/view`, { method: 'POST' })).status).toBe(404)
  })

  test('is refused while a collection holds the file, and names it (§4 rule 3)', async () => {
    const fileId = await addFile(service)
    const collectionIds = [await addCollection(service, 'Winter'), await addCollection(service, 'Summer')]
    for (const id of collectionIds)
      await send(`/api/v1/knowledge-base/collection/${id}/file/${fileId}`, { method: 'POST' })
    expect(await send(`${FILE}/${fileId}`, { method: 'DELETE' })).toMatchObject({
      status: 409,
      json: { message: 'Remove the file from the collections “Summer” and “Winter” first.' },
    })
    for (const id of collectionIds)
      await send(`/api/v1/knowledge-base/collection/${id}/file/${fileId}/remove`, { method: 'DELETE' })
    expect((await send(`${FILE}/${fileId}`, { method: 'DELETE' })).status).toBe(200)
  })

  test('does not exist for a target without a record', async () => {
    const { fileId } = await requestTarget(service)
    expect((await send(`${FILE}/${fileId}`, { method: 'DELETE' })).status).toBe(404)
    expect((await send(`${FILE}/${fileId}/view`, { method: 'POST' })).status).toBe(404)
  })
})
