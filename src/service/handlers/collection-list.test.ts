import { expect, test } from 'vitest'
import { testService } from '../service.fixture'
import { collectionFiles, collections, files } from '../store/schema'
import { FILES_AT_ONCE } from './knowledge-file'
import { toKnowledgeFile } from './knowledge-file.fixture'

const service = testService()
const { send } = service

const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 1000)
const fileAt = (index: number) => ({
  id: `file-${String((index * 7919) % 10_000).padStart(4, '0')}`,
  fileName: `odd "${index}" \\ name.md`,
  kind: 'markdown' as const,
  status: 'INGESTED' as const,
  reason: null,
  prompt: index % 2 ? null : `line\n${index}`,
  size: index,
  contentHash: null,
  pages: null,
  language: null,
  embeddedBy: null,
  cut: null,
  requestedAt: at(index),
  uploadedAt: at(index),
  recordedAt: at(index),
  updatedAt: at(index),
})

const listed = async () => {
  const { json } = await send('/api/v1/knowledge-base/collections')
  return (json as { collections: { id: string; name: string; files: object[] }[] }).collections
}

/** How many files each holds: some fit together, some fill a page to its end, one takes several pages, some are empty. */
const SIZES = [3, 0, FILES_AT_ONCE - 1, FILES_AT_ONCE, FILES_AT_ONCE + 1, 0, 2 * FILES_AT_ONCE + 5, 1, 0]

test('the list says of every collection what it holds, in order, however many fit into one reading', async () => {
  expect(await listed()).toEqual([])
  const db = service.database()
  const rows = Array.from({ length: 2 * FILES_AT_ONCE + 5 }, (_, index) => fileAt(index))
  for (let from = 0; from < rows.length; from += 500)
    await db.insert(files).values(rows.slice(from, from + 500))
  const made = SIZES.map((size, index) => ({
    id: `collection-${index}`,
    name: `Name "${index}" ]}`,
    description: '\\ ]}',
    // Two of one moment, which go by their ids.
    createdAt: at(-Math.floor(index / 2)),
    updatedAt: at(index),
    size,
  }))
  await db.insert(collections).values(made.map(({ size: _, ...row }) => row))
  for (const { id, size } of made)
    for (let from = 0; from < size; from += 500)
      await db.insert(collectionFiles).values(
        rows.slice(from, Math.min(size, from + 500)).map((file, index) => ({
          collectionId: id,
          fileId: file.id,
          // Many of one moment, so that the ends of pages fall between them.
          addedAt: at(Math.floor((from + index) / 300)),
        })),
      )
  const byMoment = (held: readonly ReturnType<typeof fileAt>[]) =>
    held
      .map((file, index) => ({ file, moment: Math.floor(index / 300) }))
      .sort((one, other) => one.moment - other.moment || (one.file.id < other.file.id ? -1 : 1))
      .map(({ file }) => toKnowledgeFile(file))
  expect(await listed()).toEqual(
    made.map(({ id, name, description, createdAt, updatedAt, size }) => ({
      id,
      name,
      description,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      files: byMoment(rows.slice(0, size)),
    })),
  )
})
