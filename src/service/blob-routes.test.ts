import { text } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { UPLOAD_BYTES_MAX } from '../contract/console-info'
import { addFile, put, requestTarget } from './journeys.fixture'
import { testService } from './service.fixture'

const service = testService()
const MARKDOWN = 'text/markdown'

/** A body of unknown length: a head, then filling. */
const streamOf = (head: string, size: number) => {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= size) return controller.close()
      const chunk = new Uint8Array(Math.min(1024 * 1024, size - sent)).fill(32)
      if (sent === 0) new TextEncoder().encodeInto(head, chunk)
      sent += chunk.length
      controller.enqueue(chunk)
    },
  })
}

describe('uploading', () => {
  test('stores the bytes under our id', async () => {
    const { uploadUrl, fileId } = await requestTarget(service, '../../etc/passwd.md')
    expect(await put(service, uploadUrl, '# Ünïcode', 'text/markdown; charset=utf-8')).toEqual({
      status: 200,
      json: { fileId, size: 11 },
    })
    const blob = (await service.blobs().read(fileId)) ?? expect.fail('nothing is stored')
    expect([blob.size, await text(blob.stream)]).toEqual([11, '# Ünïcode'])
  })

  test('a used, altered, expired or exchanged address is refused alike (safety 10)', async () => {
    const { uploadUrl, fileId } = await requestTarget(service)
    const other = await requestTarget(service)
    const change = (name: string, value: string) => {
      const url = new URL(uploadUrl)
      url.searchParams.set(name, value)
      return url.href
    }
    const altered = [
      change('expires', String(Number(new URL(uploadUrl).searchParams.get('expires')) + 1)),
      change('signature', 'AAAA'),
      change('signature', ''),
      // The same number, the same signature, or both twice, written otherwise than we wrote them.
      uploadUrl.replace('expires=', 'expires=0'),
      `${uploadUrl}=`,
      `${uploadUrl}%00`,
      `${uploadUrl}&expires=1`,
      `${uploadUrl}&x=1`,
      uploadUrl.replace(fileId, `${fileId}%00`),
      uploadUrl.replace(fileId, 'a%00b'),
      uploadUrl.replace(fileId, '%ff'),
      uploadUrl.replace(fileId, other.fileId),
      uploadUrl.replace(fileId, 'nothing'),
      uploadUrl.split('?')[0] ?? '',
    ]
    const answers = await Promise.all(altered.map((url) => put(service, url)))
    const now = service.clock.at
    service.clock.at = new Date(now.getTime() + 3601 * 1000)
    answers.push(await put(service, uploadUrl))
    service.clock.at = now
    expect((await put(service, uploadUrl)).status).toBe(200)
    answers.push(await put(service, uploadUrl))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.status).toBe(403)
  })

  test('an id that cannot exist is refused alike, also without an address', async () => {
    const ask = async (method: string) =>
      (await service.service().fetch(new Request('http://service.test/blobs/a%00b', { method }))).status
    expect(await Promise.all([ask('PUT'), ask('GET'), ask('HEAD')])).toEqual([403, 403, 403])
  })

  test('of two uploads to one target at once one is refused', async () => {
    const { uploadUrl } = await requestTarget(service)
    const before = await service.stored()
    const both = await Promise.all([put(service, uploadUrl), put(service, uploadUrl)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    expect(await service.stored()).toHaveLength(before.length + 1)
  })

  test.each([
    ['an empty file', 'a.pdf', '', 'application/pdf', 422, /empty/],
    ['text that is called a PDF', 'a.pdf', 'just text', 'application/pdf', 422, /not a PDF/],
    ['a PDF mark too late', 'a.pdf', `${' '.repeat(1024)}%PDF-`, 'application/pdf', 422, /not a PDF/],
    ['binary that is called Markdown', 'a.md', 'a\u0000b', MARKDOWN, 422, /binary/],
    ['Markdown that is not UTF-8', 'a.md', new Uint8Array([0x61, 0xe4, 0x62]), MARKDOWN, 422, /UTF-8/],
    ['Markdown that ends in half a character', 'a.md', new Uint8Array([0x61, 0xc3]), MARKDOWN, 422, /UTF-8/],
    ['the content type of another format', 'a.pdf', '%PDF-1.7', MARKDOWN, 415, /application\/pdf/],
    ['no content type', 'a.md', '# A', '', 415, /text\/markdown/],
  ] as const)(
    '%s is refused, and the target can be used again',
    async (_, name, body, type, status, says) => {
      const { uploadUrl } = await requestTarget(service, name)
      const before = await service.stored()
      const refused = await put(service, uploadUrl, body, type)
      expect(refused.status).toBe(status)
      expect(refused.json.message).toMatch(says)
      expect(await service.stored()).toEqual(before)
      const right = name === 'a.pdf' ? ['%PDF-1.7', 'application/pdf'] : ['# A', MARKDOWN]
      expect((await put(service, uploadUrl, right[0], right[1])).status).toBe(200)
    },
  )

  test('a PDF may have other bytes before its mark', async () => {
    const { uploadUrl } = await requestTarget(service)
    expect((await put(service, uploadUrl, `${' '.repeat(1000)}%PDF-1.4`)).status).toBe(200)
  })

  test('the cap holds for streams too, to the byte', async () => {
    const { uploadUrl } = await requestTarget(service)
    const tooLarge = await put(service, uploadUrl, streamOf('%PDF-', UPLOAD_BYTES_MAX + 1))
    expect(tooLarge).toMatchObject({ status: 413, json: { message: expect.stringContaining('50 MB') } })
    const largest = await put(service, uploadUrl, streamOf('%PDF-', UPLOAD_BYTES_MAX))
    expect(largest).toMatchObject({ status: 200, json: { size: UPLOAD_BYTES_MAX } })
  })

  test('an upload that the disk of the database has no room for is refused, and goes on when there is', async () => {
    const { uploadUrl } = await requestTarget(service)
    const before = await service.stored()
    await service.database().execute(`
      create function no_room() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = 'disk_full'; end $$;
      create trigger no_room before update on files for each row execute function no_room()`)
    const refused = await put(service, uploadUrl)
    await service.database().execute('drop trigger no_room on files')
    expect(refused).toMatchObject({
      status: 507,
      json: {
        code: 'INSUFFICIENT_STORAGE',
        message: expect.stringMatching(/^The disk is full\. Nothing .+ stored\.$/),
      },
    })
    expect(await service.stored()).toEqual(before)
    expect((await put(service, uploadUrl)).status).toBe(200)
  })

  test('an upload that breaks off leaves nothing behind', async () => {
    const { uploadUrl } = await requestTarget(service)
    const before = await service.stored()
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('%PDF-'))
        controller.error(new Error('gone'))
      },
    })
    await put(service, uploadUrl, broken)
    await vi.waitFor(async () => expect(await service.stored()).toEqual(before))
    expect((await put(service, uploadUrl)).status).toBe(200)
  })
})

describe('viewing (safety 10)', () => {
  async function view(fileId: string) {
    const { status, json } = await service.send(`/api/v1/knowledge-base/file/${fileId}/view`, {
      method: 'POST',
    })
    expect(status).toBe(200)
    return (json as { viewUrl: string }).viewUrl
  }
  const get = async (url: string) => service.service().fetch(new Request(url))

  test('Markdown comes as plain text, whatever is in it', async () => {
    const text = '<script>alert(1)</script>'
    const response = await get(await view(await addFile(service, 'a"b\r\nX: ü.md', text)))
    expect(await response.text()).toBe(text)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': "inline; filename*=UTF-8''a%22b%0D%0AX%3A%20%C3%BC.md",
      'content-length': '25',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  test('a PDF comes as a download', async () => {
    const response = await get(await view(await addFile(service)))
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment;/)
    expect((await response.text()).startsWith('%PDF-')).toBe(true)
  })

  test('is not allowed by the address of the upload', async () => {
    const { uploadUrl, fileId } = await requestTarget(service)
    await put(service, uploadUrl)
    await service.send('/api/v1/knowledge-base/file', { method: 'POST', body: { fileId } })
    expect((await get(uploadUrl)).status).toBe(403)
    expect((await get(await view(fileId))).status).toBe(200)
  })

  test('ends with its time and with the file, and does not allow uploads', async () => {
    const fileId = await addFile(service)
    const url = await view(fileId)
    expect((await put(service, url)).status).toBe(403)
    const now = service.clock.at
    service.clock.at = new Date(now.getTime() + 301 * 1000)
    expect((await get(url)).status).toBe(403)
    service.clock.at = now
    expect((await get(url)).status).toBe(200)
    await service.send(`/api/v1/knowledge-base/file/${fileId}`, { method: 'DELETE' })
    expect((await get(url)).status).toBe(403)
  })
})
