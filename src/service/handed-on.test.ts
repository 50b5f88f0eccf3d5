import { describe, expect, it } from 'vitest'
import { addCollection, addFile } from './journeys.fixture'
import { testService } from './service.fixture'

const isEmbedded = !process.env.TEST_DATABASE_URL

/** Each table of the store with its number of rows, and each sequence with its last number. */
async function contents({ database }: ReturnType<typeof testService>) {
  const { rows } = await database().execute<{ name: string; count: string | null }>(`
    select relname as name,
      case relkind when 'r'
        then (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || quote_ident(relname), false, true, '')))[1]::text
        else pg_sequence_last_value(oid)::text
      end as count
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`)
  return rows
}

describe('a store that a file of tests hands on', () => {
  const seen: { dataDir?: string; contents?: unknown; stored?: readonly string[] } = {}

  describe('before', () => {
    const service = testService()
    it('is filled', async () => {
      Object.assign(seen, { dataDir: service.dataDir(), contents: await contents(service) })
      seen.stored = await service.stored()
      await addFile(service)
      await addCollection(service)
      await service.service().idle()
      expect(await contents(service)).not.toEqual(seen.contents)
      expect(await service.stored()).not.toEqual(seen.stored)
    })
  })

  describe('after', () => {
    const service = testService()
    it.runIf(isEmbedded)('is the same, and holds what a new one does', async () => {
      expect(service.dataDir()).toBe(seen.dataDir)
      expect(await contents(service)).toEqual(seen.contents)
      expect(await service.stored()).toEqual(seen.stored)
    })
  })
})
