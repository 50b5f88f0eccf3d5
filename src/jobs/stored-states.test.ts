import { describe, expect, it } from 'vitest'
import { batchKind } from './dispatch-batch'
import { type FileStep, readPlan, readProgress, StepPlan } from './file-plan'
import { replacing } from './replace-file'
import { restructuring } from './restructure'
import { readNote } from './upload-note'

/** States as the first consoles stored them, word for word. They are on people's disks, so every later console reads them. */
const replacement = {
  id: '0f0e0d0c0b0a0908',
  startedAt: '2026-11-20T10:00:00.000Z',
  old: { fileId: 'old', fileName: 'guide.md' },
  fresh: {
    fileName: 'guide-2026-11-20.md',
    prompt: undefined,
    sourceName: 'chosen.md',
    size: 5,
    fileId: 'new',
  },
  course: 'forward',
  stopped: false,
  trouble: undefined,
  source: 'service',
  holders: [
    { id: 'a', name: 'Returns', fresh: 'in', old: 'in', blind: undefined },
    { id: 'b', name: undefined, fresh: 'doubt', old: 'left', blind: true },
  ],
  holdersConfirmed: true,
  uploadedAt: '2026-11-20T10:00:01.000Z',
  ingestedAt: '2026-11-20T10:00:02.000Z',
  record: 'created',
  oldRecord: 'kept',
  log: [
    {
      step: 'list',
      request: 'GET /api/v1/knowledge-base/files, GET /api/v1/knowledge-base/collections',
      at: '2026-11-20T10:00:00.000Z',
      endedAt: '2026-11-20T10:00:00.000Z',
      state: 'accepted',
      result: '2 collections hold the old file',
    },
    { step: 'add', request: 'POST /x', at: '2026-11-20T10:00:03.000Z', state: 'sending' },
    { step: 'back', request: 'POST /x', at: '2026-11-20T10:00:03.000Z', state: 'unknown', result: '' },
  ],
}

const restructure = {
  id: '0f0e0d0c0b0a0908',
  startedAt: '2026-11-20T10:00:00.000Z',
  old: { id: 'old', name: 'Old' },
  fresh: { name: 'New', description: '', id: 'c1' },
  files: [
    { fileId: 'f', fileName: 'f.md', place: 'in', wasThere: true },
    { fileId: 'g', place: 'doubt', blind: true },
  ],
  versions: [
    {
      agentId: 'a',
      agentName: 'Desk',
      versionId: 'v1',
      label: undefined,
      state: 'moved',
      byHand: 'You chose to do it by hand.',
      before: ['v1'],
      newVersionId: 'v2',
    },
  ],
  course: 'forward',
  stopped: true,
  created: 'created',
  before: ['old'],
  retired: [{ fileId: 'f', fileName: 'f.md', place: 'left', blind: undefined }],
  trouble: { title: 'No answer', message: 'Continue.' },
  listedAt: '2026-11-20T10:00:01.000Z',
  testedAt: '2026-11-20T10:00:02.000Z',
  deployedAt: '2026-11-20T10:00:03.000Z',
  log: [{ step: 'create', request: 'POST /x', at: '2026-11-20T10:00:01.000Z', state: 'refused' }],
}

const plan = {
  about: { kind: 'delete', files: { f: 'guide.md' }, collections: { a: 'Returns' } },
  steps: [
    { id: 'remove f a', group: 'f', action: 'remove', fileId: 'f', collectionId: 'a' },
    { id: 'delete f', group: 'f', action: 'delete', fileId: 'f' },
  ],
}

const batch = {
  agentId: 'a',
  versionId: 'v1',
  outboundPhoneNumberId: 'p',
  fileName: 'calls.csv',
  header: ['phone', 'name'],
  everyMs: 1000,
  atOnce: 2,
  id: '0f0e0d0c0b0a0908',
  startedAt: '2026-11-20T10:00:00.000Z',
  total: 3,
  toSend: 2,
  confirmed: true,
  course: 'open',
  trouble: { title: 'Paused', message: '' },
}

describe('a state that an earlier console stored', () => {
  it.each([
    ['of a replacement', replacing.read, replacement],
    ['of a restructure', restructuring.read, restructure],
    ['of a plan', readPlan, plan],
    ['of how far a plan came', readProgress, { marks: 'dt-', over: false }],
    ['of a batch', batchKind.read, batch],
  ])('%s is read whole', (_name, read: (state: unknown) => unknown, state) => {
    expect(read(structuredClone(state))).toEqual(state)
    // As a console without the optional fields stored it.
    expect(read(JSON.parse(JSON.stringify(state)))).toBeDefined()
  })

  it('says what comes next', () => {
    const job = replacing.read(replacement)
    expect(job && replacing.next(job)).toEqual({ name: 'look' })
    const stopped = restructuring.read(restructure)
    expect(stopped && restructuring.next(stopped)).toEqual({ name: 'look' })
    const steps = ['a', 'b', 'c'].map((id): FileStep => ({ id, action: 'delete', fileId: id }))
    const plan = new StepPlan({ steps, marks: 'dt-', perform: async () => undefined }).getSnapshot()
    expect(plan.steps.map(({ state, tried }) => [state, tried])).toEqual([
      ['done', false],
      ['waiting', true],
      ['waiting', false],
    ])
  })

  it('keeps the names under which the ledger has it', () => {
    expect([replacing.kind, restructuring.kind, batchKind.kind]).toEqual([
      'replace-file',
      'restructure',
      'dispatch-batch',
    ])
  })

  it('of uploads is read from the note of a page', () => {
    const items = [
      { fileName: 'a.md', size: 1, stage: 'pending' },
      { fileName: 'b.md', size: 2, prompt: 'Returns', stage: 'uploaded', fileId: 'b' },
      { fileName: 'c.md', size: 3, stage: 'added', fileId: 'c' },
      { fileName: 'd.txt', size: 4, stage: 'refused', message: 'No.', nextStep: 'Rename it.' },
    ]
    expect(readNote(JSON.stringify({ service: 's', items }))).toEqual({ service: 's', items })
  })
})
