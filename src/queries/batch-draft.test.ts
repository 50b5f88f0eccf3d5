import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NO_EDITS } from '../jobs/row-edits'
import {
  forgetDraft,
  NO_MAPPING,
  newDraft,
  readDraft,
  saveDraftFile,
  saveDraftMade,
  saveDraftState,
} from './batch-draft'
import { infoOf } from './console-info.fixture'
import { connectedLedger } from './ledger'
import { listOpenWork } from './list-open-work'
import { createQueryClient } from './query-client'
import {
  fitMapping,
  importNamed,
  namedMappingMutations,
  namedMappingQueries,
  savedMapping,
  saveMapping,
} from './saved-mappings'

let service = ''
let counter = 0
beforeEach(() => {
  counter += 1
  service = `drafts-of-${counter}`
  vi.stubGlobal('fetch', async () => Response.json(infoOf(service, 'local')))
})
afterEach(() => vi.unstubAllGlobals())

const draft = (id: string, name: string, text: string) => ({
  ...newDraft(new File([text], name)),
  id,
})
const state = {
  id: 'one',
  mapping: {
    choices: new Map([[2, 'metadata:note']]),
    also: new Map([[1, 'firstName']]),
    fixed: new Map([['variable:plan', 'gold']]),
    hasHeader: false,
    takenFrom: 'april.csv',
  },
  edits: { ...NO_EDITS, cells: new Map([[4, ['+14155551000', 'Ada']]]), leftOut: new Set([7]), firstLine: 0 },
}

it('gives the file and what was made of it to a page that is opened anew', async () => {
  const page = createQueryClient()
  await saveDraftFile(page, draft('one', 'people.csv', 'phone\n+14155551000'))
  await saveDraftState(page, state)
  await saveDraftState(page, { ...state, mapping: { ...state.mapping, choices: new Map() } })

  const { bytes, ...left } = (await readDraft(createQueryClient(), 'one')) ?? {}
  expect(new TextDecoder().decode(await bytes)).toBe('phone\n+14155551000')
  expect(left).toEqual({
    name: 'people.csv',
    ...state,
    mapping: { ...state.mapping, choices: new Map() },
  })
})

it('keeps what was made of a file that is still being read, whatever the rows of the one before', async () => {
  const page = createQueryClient()
  const worker = { ask: async () => [] } as unknown as Parameters<typeof saveDraftMade>[1]
  const chosen = { ...draft('one', 'people.csv', 'phone'), ...state }
  await saveDraftFile(page, chosen)
  await saveDraftMade(page, worker, chosen)
  expect(await readDraft(createQueryClient(), 'one')).toMatchObject(state)
})

it('says in words that a file cannot be read', async () => {
  const file = Object.assign(new File([''], 'moved.csv'), {
    arrayBuffer: () => Promise.reject(new Error('x')),
  })
  await expect(newDraft(file).bytes).rejects.toThrow('moved.csv could not be read.')
})

it('keeps each file for itself, and none for a team', async () => {
  const page = createQueryClient()
  await saveDraftFile(page, draft('one', 'people.csv', 'a'))
  await saveDraftState(page, state)
  await saveDraftFile(page, draft('two', 'others.csv', 'b'), 'agent-1')
  expect(await readDraft(page, 'one')).toMatchObject({ name: 'people.csv', edits: state.edits })
  expect(await readDraft(page, 'two')).toMatchObject({ name: 'others.csv', edits: NO_EDITS })
  expect(await readDraft(page, 'three')).toBeUndefined()

  const { ledger, service } = await connectedLedger(page)
  const listed = { kind: 'draft', id: 'two', fileName: 'others.csv', agentId: 'agent-1' }
  expect(await listOpenWork(page)).toContainEqual(listed)
  // One that a form of this tab has is its draft, and one that an open tab prepares is that tab's.
  vi.stubGlobal('sessionStorage', { 'switchboard.draft.batch': '{"fileId":"two"}' })
  expect(await listOpenWork(page)).not.toContainEqual(listed)
  vi.stubGlobal('sessionStorage', {})
  const held = [{ name: `switchboard-tab-${ledger.page}` }]
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } })
  expect(await listOpenWork(page)).toEqual([])

  // What an earlier console stored has one place, no second targets and no fixed values.
  const older = { id: 'old', choices: new Map([[0, 'skip']]), edits: NO_EDITS }
  const bytes = new ArrayBuffer(1)
  await ledger.saveRows({
    service,
    job: 'batch-draft',
    part: 0,
    rows: [{ id: 'old', name: 'old.csv', bytes }],
  })
  await ledger.saveRows({ service, job: 'batch-draft', part: 1, rows: [older] })
  expect((await readDraft(page, 'old'))?.mapping).toEqual({ ...NO_MAPPING, choices: older.choices })

  await forgetDraft(page, 'two')
  expect(await readDraft(page, 'two')).toBeUndefined()
  expect(await readDraft(page, 'one')).toBeDefined()
})

it('gives the mapping of the last file with the same columns, whatever their case', async () => {
  const page = createQueryClient()
  const header = ['Phone', 'Customer name']
  const mapping = {
    ...state.mapping,
    hasHeader: undefined,
    takenFrom: undefined,
    name: 'may.csv',
    country: 'GB',
  }
  expect(await savedMapping(page, header)).toBeUndefined()
  await saveMapping(page, header, { ...mapping, name: 'april.csv' })
  await saveMapping(page, ['other'], mapping)
  await saveMapping(page, header, mapping)
  expect(await savedMapping(createQueryClient(), ['phone', 'customer_name'])).toEqual(mapping)
  expect(await savedMapping(page, ['phone'])).toBeUndefined()

  // Files that name no columns are not alike.
  await saveMapping(page, ['', ''], mapping)
  expect(await savedMapping(page, ['', ''])).toBeUndefined()
})

/** The columns that "Failed rows as CSV" adds. */
const added = 'Row,Outcome,Problem,Call id,Status returned,Sent time,Call state,Call ended'.split(',')

it('knows the rows of a batch again in its own download, also in that of a batch made of one', async () => {
  const page = createQueryClient()
  const mapping = { ...NO_MAPPING, ...state.mapping, hasHeader: undefined, takenFrom: undefined }
  const saved = { ...mapping, name: 'may.csv', country: 'GB' }
  await saveMapping(page, ['Phone', 'Name', 'Note'], saved)
  const download = ['Phone', 'Name', 'Note', ...added]
  expect(await savedMapping(page, download)).toEqual(saved)
  expect(await savedMapping(page, [...download, ...added])).toEqual(saved)
  expect(await savedMapping(page, ['Phone', 'Row', 'Name', 'Note'])).toBeUndefined()
  // What was sent of the download's own columns is none of the file's.
  const also = new Map([
    [1, 'firstName'],
    [4, 'metadata:Outcome'],
  ])
  await saveMapping(page, download, { ...saved, also, name: 'may-failed.csv' })
  expect(await savedMapping(page, ['Phone', 'Name', 'Note'])).toEqual({ ...saved, name: 'may-failed.csv' })

  // A batch calls columns without a name by their place.
  await saveMapping(page, ['', ''], { ...saved, name: 'plain.csv' })
  expect(await savedMapping(page, ['Column 1', 'Column 2', ...added])).toMatchObject({ name: 'plain.csv' })
  expect(await savedMapping(page, ['', ''])).toBeUndefined()
})

it('remembers no more than fifty mappings', async () => {
  const page = createQueryClient()
  for (let at = 0; at < 52; at += 1)
    await saveMapping(page, [`column ${at}`], { ...state.mapping, name: `${at}.csv`, country: '' })
  expect(await savedMapping(page, ['column 1'])).toBeUndefined()
  expect(await savedMapping(page, ['column 2'])).toMatchObject({ name: '2.csv' })
})

it('keeps mappings under names of their own, and fits them to other files', async () => {
  const page = createQueryClient()
  const { mapping } = state
  const named = { ...mapping, name: 'Recalls', country: '44', header: ['Name', 'Phone no', 'Note'] }
  const save = async (each: typeof named) =>
    page.getMutationCache().build(page, namedMappingMutations.save()).execute(each)
  await save({ ...named, country: '' })
  // Also where two are saved in the same moment.
  await Promise.all([save({ ...named, name: 'Offers' }), save({ ...named, name: 'Twin' })])
  await page.getMutationCache().build(page, namedMappingMutations.forget()).execute('Twin')
  await save(named)
  expect(await createQueryClient().fetchQuery(namedMappingQueries.list())).toMatchObject([
    { name: 'Recalls', country: '44', choices: mapping.choices },
    { name: 'Offers' },
  ])
  await page.getMutationCache().build(page, namedMappingMutations.forget()).execute('Recalls')
  expect(await page.fetchQuery(namedMappingQueries.list())).toMatchObject([{ name: 'Offers' }])

  // By the names of the columns, wherever they stand; by their place where no name is the same.
  const fixed = mapping.fixed
  expect(fitMapping(named, ['note', 'PHONE_NO'])).toEqual({
    choices: new Map([[0, 'metadata:note']]),
    also: new Map([[1, 'firstName']]),
    fixed,
  })
  expect(fitMapping(named, ['', ''])).toEqual({
    choices: new Map(),
    also: new Map([[1, 'firstName']]),
    fixed,
  })
})

it('tells columns of one name apart by their order', () => {
  const header = ['Name', 'Phone', '', 'Phone', '']
  const named = {
    ...NO_MAPPING,
    name: 'Recalls',
    country: '',
    header,
    choices: new Map([
      [1, 'skip'],
      [2, 'metadata:order'],
      [3, 'toPhoneNumber'],
      [4, 'skip'],
    ]),
  }
  expect(fitMapping(named, header).choices).toEqual(named.choices)
  expect(fitMapping(named, ['phone', 'PHONE', 'name']).choices).toEqual(
    new Map([
      [0, 'skip'],
      [1, 'toPhoneNumber'],
    ]),
  )
  // The one that was not chosen does not stand for the other.
  expect(fitMapping(named, ['phone', 'name']).choices).toEqual(new Map([[0, 'skip']]))
  // No name is the same: by place.
  expect(fitMapping(named, ['', '', '', '', '']).choices).toEqual(named.choices)
})

it('named mappings of a browser join those of the team, which has its own of a name', async () => {
  const page = createQueryClient()
  const named = (name: string, country: string) => ({ ...NO_MAPPING, name, country, header: ['to'] })
  await page.getMutationCache().build(page, namedMappingMutations.save()).execute(named('Recalls', '1'))
  const own = {
    rows: async () => [
      { name: 'Recalls', country: '49' },
      { name: 'Offers', country: '49' },
    ],
  }
  expect(await importNamed(page, own as never)).toBe(1)
  expect(await importNamed(page, own as never)).toBe(0)
  expect(await page.fetchQuery(namedMappingQueries.list())).toMatchObject([
    { name: 'Recalls', country: '1' },
    { name: 'Offers', country: '49' },
  ])
})
