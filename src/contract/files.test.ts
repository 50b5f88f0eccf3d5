import { describe, expect, it } from 'vitest'
import { readCollection } from './collections'
import { requestUpload, viewFile } from './file-changes'
import { extensionOf, listFiles, progressOf, readKnowledgeFile } from './files'
import { schemaOf } from './schema'

describe('listFiles', () => {
  const file = { id: 'f1', fileName: 'a.pdf', status: 'PENDING' }

  it.each([
    ['bare', [file]],
    ['under its name', { files: [file] }],
    ['one level deeper', { data: { files: [file] } }],
    ['under a usual wrapper', { data: [file], success: true }],
  ])('reads a list that comes %s', (_, reply) => {
    expect(listFiles.reply.parse(reply).items).toMatchObject([
      { fileId: 'f1', fileName: 'a.pdf', status: 'PENDING' },
    ])
  })

  it('keeps what it does not know, and counts what it cannot read', () => {
    const { items, unreadable } = listFiles.reply.parse([
      { ...file, owner: 'sam', size: 'big' },
      { name: 'no id' },
    ])
    expect(items[0]?.other).toEqual({ owner: 'sam', size: 'big' })
    expect(unreadable).toEqual([{ name: 'no id' }])
  })

  it('says so when there is no list', () => {
    expect(listFiles.reply.safeParse({ ok: true }).success).toBe(false)
  })
})

it.each([
  ['\u202efdp.exe', 'fdp.exe'],
  ['\u2067a\u2069\u202a.pdf\u202c', 'a.pdf'],
  // A name in Hebrew needs no marks, and the marks of single letters turn nothing.
  ['מדריך\u200f 2.pdf', 'מדריך\u200f 2.pdf'],
  ['\u202e', undefined],
])('a name has no marks that turn what stands around it: %j', (name, shown) => {
  expect(readKnowledgeFile({ id: '7', name })?.fileName).toBe(shown)
  expect(readCollection({ id: '7', name })?.name).toBe(shown)
  expect(readKnowledgeFile({ id: '7', prompt: name })?.prompt).toBe(name)
})

it('finds the name and the times of a file of another make (D938)', () => {
  const file = { file_id: 'f', original_name: 'a.pdf', created_at: 1_767_312_000 }
  const createdAt = '2026-01-02T00:00:00.000Z'
  expect(readKnowledgeFile(file)).toEqual({ fileId: 'f', fileName: 'a.pdf', createdAt, other: {} })
})

it('takes null for an absent text', () => {
  expect(readKnowledgeFile({ id: 7, prompt: null })).toEqual({ fileId: '7', other: {} })
})

it.each([
  ['INGESTED', 'ready'],
  ['ingested', 'ready'],
  ['FAILED', 'failed'],
  ['PARSE_ERROR', 'failed'],
  ['UPLOADED', 'waiting'],
  ['SOMETHING_NEW', 'waiting'],
  [undefined, 'waiting'],
])('status %s means %s (§3, D8)', (status, progress) => {
  expect(progressOf(status)).toBe(progress)
})

it.each([
  ['a.pdf', '.pdf'],
  ['A.PDF', '.pdf'],
  ['x.tar.md', '.md'],
  ['a.docx', undefined],
  ['pdf', undefined],
])('extension of %s is %s (§2)', (name, extension) => {
  expect(extensionOf(name)).toBe(extension)
})

describe('requestUpload', () => {
  it.each([
    { fileId: 'f', uploadUrl: 'https://x.test/1' },
    { id: 'f', url: 'https://x.test/1' },
    { data: { fileId: 'f', presignedUrl: 'https://x.test/1' } },
    { fileId: 'f', signedURL: 'https://x.test/1' },
    { fileId: 'f', uploadLink: 'https://x.test/1', method: 'PUT' },
    { data: { upload: { url: 'https://x.test/1' }, fileId: 'f' } },
    { uploadUrl: 'https://x.test/1', file: { id: 'f', fileName: 'a.pdf' } },
  ])('finds address and file id in %j (D9)', (reply) => {
    expect(requestUpload.reply.parse(reply)).toEqual({ fileId: 'f', uploadUrl: 'https://x.test/1' })
  })

  it('does without neither', () => {
    expect(requestUpload.reply.safeParse({ uploadUrl: 'https://x.test/1' }).success).toBe(false)
    expect(requestUpload.reply.safeParse({ fileId: 'f' }).success).toBe(false)
    const two = { fileId: 'f', here: 'https://x.test/1', there: 'https://x.test/2' }
    expect(requestUpload.reply.safeParse(two).success).toBe(false)
    for (const success of [false, 'false']) {
      const refusal = { success, id: 'r', type: 'https://x.test/errors' }
      expect(requestUpload.reply.safeParse(refusal).success).toBe(false)
    }
    expect(requestUpload.reply.safeParse({ fileId: 'f', how: 'javascript:1' }).success).toBe(false)
  })

  it('refuses names without an accepted extension', () => {
    expect(
      schemaOf(requestUpload.sendsBody).safeParse({ fileName: 'a.docx' }).error?.issues[0]?.message,
    ).toMatch(/\.pdf or \.md/)
  })
})

it.each([
  'https://x.test/v',
  { viewUrl: 'https://x.test/v' },
  { file: { url: 'https://x.test/v' } },
  { signed_url: 'https://x.test/v', expiresIn: 60 },
  { success: true, data: 'https://x.test/v' },
  { file: { id: 'f', link: 'https://x.test/v' } },
])('finds the view address in %j (D9)', (reply) =>
  expect(viewFile.reply.parse(reply)).toEqual({ viewUrl: 'https://x.test/v' }),
)

it('takes no view address where there are two', () => {
  const two = { fileUrl: 'https://x.test/v', link: 'https://x.test/w' }
  expect(viewFile.reply.safeParse(two).success).toBe(false)
})

it('takes a preview from the console itself only', () => {
  const read = (consolePreview: unknown) =>
    viewFile.reply.parse({ viewUrl: 'https://x.test/v', consolePreview }).preview
  expect(read('/console/previews/a-B_9')).toBe('/console/previews/a-B_9')
  for (const made of [
    'https://x.test/v',
    '/console/previews/../info',
    '//x.test/console/previews/a',
    7,
    null,
  ])
    expect(read(made), String(made)).toBeUndefined()
})

it.each([
  ['f1'],
  [{ id: 'f1' }],
  [{ id: 'm1', file: { id: 'f1' } }],
  [{ file: { id: 'f1' } }],
  [{ id: 'm1', knowledgeFile: { id: 'f1' } }],
  [{ id: 'm1', knowledgeBaseFile: { id: 'f1' } }],
  [{ id: 'm1', knowledgeFileId: 'f1' }],
])('reads the file that a collection holds as %j', (member) =>
  expect(readCollection({ id: 'c', files: [member] })?.files?.[0]?.fileId).toBe('f1'),
)

it('reads members that are numbers, and takes nothing for all of a list that it reads in part', () => {
  expect(readCollection({ id: 'c', fileIds: [12] })?.files).toEqual([{ fileId: '12', other: {} }])
  expect(readKnowledgeFile({ id: 'f', collectionIds: [3, { id: 4 }] })?.collectionIds).toEqual(['3', '4'])
  const membership = { id: 'm1', collectionId: 'c1' }
  expect(readKnowledgeFile({ id: 'f', collections: [membership] })?.collectionIds).toEqual(['c1'])
  const files = ['f1', { name: 'no id' }]
  const held = readCollection({ id: 'c', files })
  expect([held?.files, held?.other]).toEqual([undefined, { files }])
  expect(readKnowledgeFile({ id: 'f', collectionIds: ['c1', {}] })?.collectionIds).toBeUndefined()
})
