import { NoAnswer, ServiceRefusal } from '../client/api-error'
import type { KnowledgeFile } from '../contract/files'
import type { FileMembership, KnowledgeService } from './knowledge-now'
import { goOn } from './procedure'
import {
  confirmDeletion,
  createReplacement,
  nextAction,
  type Replacement,
  replacing,
  validate,
} from './replace-file'
import { type ReplacementClient, runReplacement } from './run-replacement'

/** How a write goes wrong: refused, too many of them at once, done without an answer, or lost on its way. */
export type Fault = 'refused' | 'busy' | 'done' | 'lost'

/** What a service answers that is too busy. */
export const busy = new ServiceRefusal({ operation: 'x', status: 429, retryAfterMs: 1 })

export const AT = '2026-11-20T10:00:00.000Z'
export const content = new File(['# New'], 'chosen.md')

/** Parameters and body of a request, whichever it has. */
export type Sent = Readonly<Record<'collectionId' | 'fileId' | 'fileName' | 'name' | 'prompt', string>>

/** Answers requests by the name of their operation. */
export const sendTo =
  (operations: Readonly<Record<string, (sent: Sent) => unknown>>): KnowledgeService['send'] =>
  async ({ name: operation }, { params, body, signal }) =>
    Promise.race([
      operations[operation]?.({ ...params, ...(body as object) } as unknown as Sent),
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () =>
          reject(new NoAnswer({ operation, cause: 'aborted', sent: true })),
        ),
      ),
    ]) as never

const refuse = (status: number): never => {
  throw new ServiceRefusal({ operation: 'x', status, hasOwnBody: true })
}

type Write = (name: string, change: () => void) => Promise<void>

/** The writes of a small service, of which a chosen one can fail once. `done`: called with the name of each that was done. */
export function writesOf(done: (name: string) => void) {
  const writes: string[] = []
  let fault: { write: string; kind: Fault } | undefined
  let after: (() => void) | undefined
  const write: Write = async (name, change) => {
    writes.push(name)
    const kind = fault && fault.write === name.split(' ')[0] ? fault.kind : undefined
    if (kind) fault = undefined
    if (kind === 'refused') refuse(400)
    if (kind === 'busy') throw busy
    if (kind !== 'lost') change()
    if (kind) throw new NoAnswer({ operation: 'x', cause: 'connection lost', sent: true })
    done(name)
    after?.()
  }
  return {
    write,
    writes,
    failAt: (name: string, kind: Fault) => {
      fault = { write: name, kind }
    },
    /** Called after every write that was done. */
    afterWrite: (then: () => void) => {
      after = then
    },
  }
}

/** The operations by which files come into collections and leave them. */
export function membersOf(
  { files, collections }: { files: ReadonlyMap<string, unknown>; collections: Map<string, Set<string>> },
  write: Write,
) {
  const members = (id: string) => collections.get(id) ?? refuse(404)
  return {
    addFileToCollection: async ({ collectionId, fileId }: Sent) => {
      if (!files.has(fileId)) refuse(404)
      if (members(collectionId).has(fileId)) refuse(409)
      await write(`add ${collectionId} ${fileId}`, () => members(collectionId).add(fileId))
    },
    removeFileFromCollection: async ({ collectionId, fileId }: Sent) => {
      if (!members(collectionId).has(fileId)) refuse(404)
      await write(`remove ${collectionId} ${fileId}`, () => members(collectionId).delete(fileId))
    },
  }
}

/** Stores states as the ledger does: nothing but what survives storage. */
export const savingTo =
  <Job>(saved: Job[], { read }: { read(state: unknown): Job | undefined }) =>
  async (next: Job): Promise<void> => {
    const stored = read(structuredClone(next))
    if (!stored) throw new Error('a state that cannot be read again')
    saved.push(stored)
  }

/** A small service with one old file in two collections; it can fail once at a chosen write, and sees every gap. */
export function setUp({ visible = true, complete = true } = {}) {
  const files = new Map<string, KnowledgeFile>([
    ['old', { fileId: 'old', fileName: 'guide.md', status: 'INGESTED', other: {} }],
  ])
  const collections = new Map([
    ['a', new Set(['old'])],
    ['b', new Set(['old'])],
    ['c', new Set<string>()],
  ])
  const uploads = new Set<string>()
  const saved: Replacement[] = []
  const gaps: string[] = []
  let ids = 0
  let validated = false

  const held = (fileId: string): FileMembership =>
    visible
      ? {
          collections: [...collections.keys()]
            .filter((id) => collections.get(id)?.has(fileId))
            .map((id) => ({ id, name: `Collection ${id}` })),
          source: 'service',
        }
      : { collections: [], source: 'unknown' }

  const { write, ...faults } = writesOf((name) => {
    for (const id of ['a', 'b']) {
      const inIt = collections.get(id)
      const fresh = [...files.values()].find(({ fileId }) => fileId !== 'old')
      const served =
        inIt?.has('old') || (validated && inIt?.has(fresh?.fileId ?? '') && fresh?.status === 'INGESTED')
      if (!served) gaps.push(`${name} left ${id} without a file`)
    }
  })

  const operations: Record<string, (sent: Sent) => unknown> = {
    requestUpload: async () => {
      ids += 1
      const fileId = `new-${ids}`
      await write('address', () => undefined)
      return { fileId, uploadUrl: fileId }
    },
    createFile: async ({ fileId }) => {
      if (files.has(fileId)) refuse(409)
      if (!uploads.has(fileId)) refuse(409)
      const record = { fileId, fileName: 'guide-2026-11-20.md', status: 'PENDING', other: {} }
      await write('record', () => files.set(fileId, record))
      return { record, beside: {}, raw: {} }
    },
    ...membersOf({ files, collections }, write),
    deleteFile: async ({ fileId }) => {
      if (!files.has(fileId)) refuse(404)
      if ([...collections.values()].some((inIt) => inIt.has(fileId))) refuse(409)
      await write(`delete ${fileId}`, () => files.delete(fileId))
    },
  }
  const client: ReplacementClient = {
    observe: async () => ({
      files: complete ? [...files.values()] : [],
      allFiles: complete,
      collections: [...collections.keys()].map((id) => ({ id, name: `Collection ${id}`, other: {} })),
      allCollections: true,
      holdersOf: held,
      membersOf: () => ({ fileIds: [], source: 'unknown' }),
    }),
    send: sendTo(operations),
    listFiles: async () => {
      for (const [id, file] of files)
        if (file.status === 'PENDING') files.set(id, { ...file, status: 'INGESTED' })
      return [...files.values()]
    },
    uploadDocument: ({ target }) => write('upload', () => uploads.add(target.uploadUrl)),
    describe: (error) => ({ title: String(error), message: '' }),
  }
  const start = () =>
    createReplacement({
      id: 'j1',
      startedAt: AT,
      old: { fileId: 'old', fileName: 'guide.md' },
      fresh: { fileName: 'guide-2026-11-20.md', sourceName: content.name, size: content.size },
    })
  const abort = new AbortController()
  const run = (job: Replacement, given: Partial<Parameters<typeof runReplacement>[0]> = { content }) =>
    runReplacement({
      job,
      client,
      save: savingTo(saved, replacing),
      limitBytes: async () => 1000,
      signal: given.signal ?? abort.signal,
      untilNextLook: async () => undefined,
      now: () => Date.parse(AT),
      ...given,
    })
  /** Does what a person does until it ends: continue after trouble, tick, agree. */
  const finish = async (job: Replacement) => {
    let now = goOn(job)
    for (let turn = 0; turn < 40 && now.endedAt === undefined; turn += 1) {
      now = await run(goOn(now))
      const action = nextAction(now, { content: true, address: false })
      if (action.name !== 'person' || now.trouble) continue
      if (action.needs === 'validation') {
        validated = true
        now = validate(now, AT)
      } else if (action.needs === 'deletion') now = confirmDeletion(now, AT)
    }
    return now
  }
  return {
    files,
    collections,
    saved,
    gaps,
    client,
    start,
    run,
    finish,
    ...faults,
    contents: () => ({
      files: [...files.keys()],
      a: [...(collections.get('a') ?? [])],
      b: [...(collections.get('b') ?? [])],
    }),
    say: (valid: boolean) => {
      validated = valid
    },
  }
}
