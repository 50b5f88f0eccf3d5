import { describe, expect, it, vi } from 'vitest'
import { ServiceRefusal } from '../client/api-error'
import { begin, goOn, OutOfOrder, settle, stop } from './procedure'
import {
  asksValidation,
  confirmDeletion,
  confirmHolders,
  isSameContent,
  mayRemoveOld,
  mayRollBack,
  nextAction,
  type Replacement,
  replacing,
  rollBack,
  type Sending,
  STEPS,
  validate,
} from './replace-file'
import { AT, busy, content, type Fault, setUp } from './replacement.fixture'
import { proposeName } from './replacement-name'

const AT_HAND = { content: true, address: false }
const REPLACED = { files: ['new-1'], a: ['new-1'], b: ['new-1'] }
const UNTOUCHED = { files: ['old'], a: ['old'], b: ['old'] }
/** Every state that is kept on the way from the start to the end. */
async function everyState(): Promise<readonly Replacement[]> {
  const service = setUp()
  await service.finish(service.start())
  return service.saved
}

describe('replacing a file', () => {
  it('takes the nine steps in order, and asks a person before the old file is touched', async () => {
    const service = setUp()
    const validating = await service.run(service.start())
    expect(nextAction(validating, AT_HAND)).toEqual({ name: 'person', needs: 'validation' })
    expect(service.writes).toEqual(['address', 'upload', 'record', 'add a new-1', 'add b new-1'])
    const done = await service.finish(validating)
    expect(service.writes.slice(5)).toEqual(['remove a old', 'remove b old', 'delete old'])
    expect(service.contents()).toEqual(REPLACED)
    expect(service.gaps).toEqual([])
    expect(done).toMatchObject({ endedAt: AT, course: 'forward' })
    const steps = done.log.map(({ step }) => step)
    expect(steps.map((step) => STEPS.indexOf(step as 'list'))).toEqual([0, 1, 2, 3, 4, 5, 5, 7, 7, 8])
    for (const { request, at, endedAt, state, result } of done.log) {
      expect([at, endedAt, state]).toEqual([AT, AT, 'accepted'])
      expect(request).toMatch(/^(GET|POST|PUT|DELETE) /)
      expect(result).toBeTruthy()
    }
    expect(JSON.stringify(service.saved)).not.toContain('uploadUrl')
  })

  it('notes the name of the new file, which not every service lists (D795)', async () => {
    const service = setUp()
    const send = vi.spyOn(service.client, 'send')
    await service.run(service.start())
    const [, request] = send.mock.calls.find(([{ name }]) => name === 'createFile') ?? []
    expect(request).toMatchObject({ note: { fileName: 'guide-2026-11-20.md' } })
  })

  it('writes down when the answer came, not when the request was sent', async () => {
    const service = setUp()
    let clock = Date.parse(AT)
    service.afterWrite(() => {
      clock += 1_000
    })
    const job = await service.run(service.start(), { content, now: () => clock })
    const upload = job.log.find(({ step }) => step === 'upload')
    expect([upload?.at, upload?.endedAt]).toEqual(['2026-11-20T10:00:01.000Z', '2026-11-20T10:00:02.000Z'])
    expect(job.uploadedAt).toBe(upload?.endedAt)
  })

  it('waits with the deletion for a second yes', async () => {
    const service = setUp()
    service.say(true)
    const removed = await service.run(validate(await service.run(service.start()), AT))
    expect(nextAction(removed, AT_HAND)).toEqual({ name: 'person', needs: 'deletion' })
    expect(service.contents()).toEqual({ files: ['old', 'new-1'], a: ['new-1'], b: ['new-1'] })
  })

  it.each(['address', 'upload', 'record', 'add', 'remove', 'delete'])(
    'survives every end of %s: refused, done without an answer, lost',
    async (name) => {
      for (const kind of ['refused', 'done', 'lost'] satisfies Fault[]) {
        const service = setUp()
        service.failAt(name, kind)
        const done = await service.finish(service.start())
        expect(done.endedAt, kind).toBe(AT)
        const { files, a, b } = service.contents()
        expect([files.length, a, b], kind).toEqual([1, files, files])
        expect(files, kind).not.toContain('old')
        expect(service.gaps, kind).toEqual([])
        // What was done without an answer is not done again; addresses and uploads leave nothing to double.
        const repeated = service.writes.filter((each, at) => service.writes.indexOf(each) !== at)
        if (kind === 'done' && !['address', 'upload'].includes(name)) expect(repeated).toEqual([])
        expect(done.log.some(({ state }) => state === (kind === 'refused' ? 'refused' : 'unknown'))).toBe(
          true,
        )
      }
    },
  )

  it.each(['address', 'upload', 'record', 'add'])(
    'waits as the service asks when it is too busy for %s, and goes on by itself',
    async (name) => {
      const service = setUp()
      service.failAt(name, 'busy')
      const shown: unknown[] = []
      const show = (running: unknown) => shown.push(running)
      const job = await service.run(service.start(), { content, show })
      expect(nextAction(job, AT_HAND)).toEqual({ name: 'person', needs: 'validation' })
      expect(job.log.every(({ state }) => state === 'accepted')).toBe(true)
      expect(shown).toContainEqual({ heldUntil: Date.parse(AT) + 1 })
    },
  )

  it('waits for a busy service when it looks, too, and gives up one that stays busy', async () => {
    const service = setUp()
    const observe = vi.fn(service.client.observe).mockRejectedValueOnce(busy)
    service.client.observe = observe
    const job = await service.run(service.start())
    expect(nextAction(job, AT_HAND)).toEqual({ name: 'person', needs: 'validation' })
    observe.mockRejectedValue(busy).mockClear()
    expect((await service.run(validate(job, AT))).trouble).toBeDefined()
    expect(observe).toHaveBeenCalledTimes(6)
  })

  it('stops while it waits for a busy service', async () => {
    const service = setUp()
    const abort = new AbortController()
    service.client.observe = () => Promise.reject(new ServiceRefusal({ operation: 'x', status: 429 }))
    const running = service.run(service.start(), { content, signal: abort.signal })
    abort.abort()
    expect(await running).toMatchObject({ trouble: undefined, log: [] })
  })

  it('goes on from every state that was kept, whether or not its last request arrived', async () => {
    const states = await everyState()
    expect(states.length).toBeGreaterThan(20)
    for (const [at] of [...states, ...states].entries()) {
      const service = setUp()
      const index = at % states.length
      const left = await leaveAfter(service, index, at < states.length)
      service.say(left.validatedAt !== undefined)
      const done = await service.finish(left)
      const { files, a, b } = service.contents()
      expect(done.endedAt, `state ${index}`).toBe(AT)
      expect([files.length, a, b], `state ${index}`).toEqual([1, files, files])
      expect(service.gaps, `state ${index}`).toEqual([])
    }
  })

  it('is rolled back from every state until the old record may be deleted', async () => {
    const states = await everyState()
    let rolled = 0
    for (const [at] of [...states, ...states].entries()) {
      const service = setUp()
      const index = at % states.length
      const left = await leaveAfter(service, index, at < states.length)
      service.say(left.validatedAt !== undefined)
      if (!mayRollBack(left)) {
        expect(left.oldRecord).not.toBe('kept')
        expect(() => rollBack(left, AT)).toThrow(OutOfOrder)
        continue
      }
      rolled += 1
      const done = await service.finish(rollBack(left, AT))
      expect(done, `state ${index}`).toMatchObject({ endedAt: AT, course: 'back' })
      expect(service.contents(), `state ${index}`).toEqual(UNTOUCHED)
      expect(service.gaps, `state ${index}`).toEqual([])
    }
    expect(rolled).toBeGreaterThan(30)
  })

  it('rolls back through failures of its own', async () => {
    for (const write of ['add', 'remove', 'delete'] as const)
      for (const kind of ['refused', 'done', 'lost'] satisfies Fault[]) {
        const service = setUp()
        service.say(true)
        const removed = await service.run(validate(await service.run(service.start()), AT))
        service.failAt(write, kind)
        const done = await service.finish(rollBack(removed, AT))
        expect(done.endedAt, `${write} ${kind}`).toBe(AT)
        expect(service.contents(), `${write} ${kind}`).toEqual(UNTOUCHED)
        expect(service.gaps).toEqual([])
      }
  })
})

/**
 * Runs until the given saved state, and forgets what came after it, as a closed page does. `early`: before anything else was sent;
 * else only before the next state could be kept, so that a request may have been done of which nothing is known.
 */
async function leaveAfter(
  service: ReturnType<typeof setUp>,
  index: number,
  early: boolean,
): Promise<Replacement> {
  class Gone extends Error {}
  const push = service.saved.push.bind(service.saved)
  service.saved.push = (...states) => {
    if (service.saved.length > index) throw new Gone()
    const length = push(...states)
    if (early && length > index) throw new Gone()
    return length
  }
  await service.finish(service.start()).catch((error: unknown) => {
    if (!(error instanceof Gone)) throw error
  })
  service.saved.push = push
  const left = service.saved[index]
  if (!left) throw new Error('never reached')
  return left
}

describe('what is impossible', () => {
  const removals: Sending[] = [{ name: 'remove', of: 'a' }, { name: 'remove', of: 'b' }, { name: 'delete' }]
  const attempt = (job: Replacement, sending: Sending) =>
    begin(replacing, job, sending, { at: AT, request: 'DELETE x', atHand: { content: true, address: true } })

  it('in no state before INGESTED and validated does a removal or deletion begin', async () => {
    let refused = 0
    for (const job of await everyState()) {
      if (job.ingestedAt !== undefined && job.validatedAt !== undefined) continue
      for (const sending of removals) {
        expect(() => attempt(job, sending)).toThrow(OutOfOrder)
        refused += 1
      }
      expect(() => confirmDeletion(job, AT)).toThrow(OutOfOrder)
    }
    expect(refused).toBeGreaterThan(30)
  })

  it('not even with a kept state that was tampered with', async () => {
    const service = setUp()
    const adding = { ...(await service.run(service.start())), validatedAt: AT }
    const broken: Partial<Replacement>[] = [
      { ingestedAt: undefined },
      { record: 'none' },
      { record: 'doubt' },
      { fresh: { ...adding.fresh, fileId: undefined } },
      { holders: adding.holders.map((each, at) => (at ? { ...each, fresh: 'out' as const } : each)) },
      { holdersConfirmed: false },
      { source: undefined },
      { validatedAt: undefined },
      { course: 'back' },
    ]
    for (const change of broken)
      for (const sending of removals)
        expect(() => attempt({ ...adding, ...change }, sending), JSON.stringify(change)).toThrow(OutOfOrder)
    expect(attempt(adding, { name: 'remove', of: 'a' }).holders[0]?.old).toBe('doubt')
  })

  it('the old file may go only while the new one is ready, in its place and validated, whatever else is said', async () => {
    const service = setUp()
    const ready = validate(await service.run(service.start()), AT)
    const out = { ...ready, holders: ready.holders.map((each) => ({ ...each, old: 'out' as const })) }
    const agreed = confirmDeletion(out, AT)
    expect(mayRemoveOld(ready)).toBe(true)
    expect(replacing.forbids(ready, { name: 'remove', of: 'a' })).toBeUndefined()
    expect(replacing.forbids(agreed, { name: 'delete' })).toBeUndefined()
    const broken: Partial<Replacement>[] = [
      { endedAt: AT },
      { validatedAt: undefined },
      { ingestedAt: undefined },
      { record: 'doubt' },
      { course: 'back' },
      { holdersConfirmed: false },
      { source: undefined },
      { fresh: { ...ready.fresh, fileId: undefined } },
      { holders: ready.holders.map((each) => ({ ...each, fresh: 'out' as const })) },
    ]
    for (const change of broken) {
      const name = JSON.stringify(change)
      expect(mayRemoveOld({ ...ready, ...change }), name).toBe(false)
      expect(replacing.forbids({ ...ready, ...change }, { name: 'remove', of: 'a' }), name).toBeDefined()
      expect(replacing.forbids({ ...agreed, ...change }, { name: 'delete' }), name).toBeDefined()
      expect(() => confirmDeletion({ ...out, ...change }, AT), name).toThrow(OutOfOrder)
    }
    expect(replacing.forbids(out, { name: 'delete' })).toBeDefined()
    expect(replacing.forbids({ ...agreed, holders: ready.holders }, { name: 'delete' })).toBeDefined()
    // One collection that still has the old file, or may have it, is enough.
    for (const old of ['in', 'doubt'] as const) {
      const holders = out.holders.map((each, at) => (at ? each : { ...each, old }))
      expect(replacing.forbids({ ...agreed, holders }, { name: 'delete' }), old).toBeDefined()
      expect(() => confirmDeletion({ ...out, holders }, AT)).toThrow(OutOfOrder)
    }
  })

  it('what was validated stays so once the old file was taken out, or may have been, anywhere', async () => {
    const service = setUp()
    const ready = validate(await service.run(service.start()), AT)
    expect(validate(ready, undefined).validatedAt).toBeUndefined()
    for (const old of ['out', 'doubt'] as const) {
      const holders = ready.holders.map((each, at) => (at ? each : { ...each, old }))
      expect(() => validate({ ...ready, holders }, undefined), old).toThrow(OutOfOrder)
      expect(validate({ ...ready, holders }, AT).validatedAt).toBe(AT)
    }
    expect(() => validate({ ...ready, endedAt: AT }, undefined)).toThrow(OutOfOrder)
  })

  it('the collections are chosen once, forwards, and after the service was asked', async () => {
    const service = setUp({ visible: false })
    const asked = await service.run(service.start())
    expect(nextAction(asked, AT_HAND)).toEqual({ name: 'person', needs: 'holders' })
    expect(confirmHolders(asked, [{ id: 'a', name: 'A' }])).toMatchObject({ holdersConfirmed: true })
    const broken: Partial<Replacement>[] = [
      { source: undefined },
      { holdersConfirmed: true },
      { course: 'back' },
    ]
    for (const change of broken)
      expect(() => confirmHolders({ ...asked, ...change }, []), JSON.stringify(change)).toThrow(OutOfOrder)
  })

  it('nothing is rolled back twice, after the end, or when the old record is gone or may be', async () => {
    const service = setUp()
    const job = await service.run(service.start())
    expect(mayRollBack(job)).toBe(true)
    const broken: Partial<Replacement>[] = [
      { course: 'back' },
      { endedAt: AT },
      { oldRecord: 'deleted' },
      { oldRecord: 'doubt' },
    ]
    for (const change of broken)
      expect(mayRollBack({ ...job, ...change }), JSON.stringify(change)).toBe(false)
    expect(nextAction({ ...job, endedAt: AT }, AT_HAND)).toEqual({ name: 'ended' })
  })

  it('a refused record asks for the content again only when the service has lost the upload', async () => {
    const uploaded = (await everyState()).find(({ uploadedAt, record }) => uploadedAt && record === 'none')
    if (!uploaded) return expect.fail('no state between upload and record')
    const settled = (status: number | undefined, outcome: 'refused' | 'accepted', id?: string) =>
      settle(
        replacing,
        { ...uploaded, record: 'doubt' },
        { name: 'record' },
        { outcome, status, id, at: AT, result: '' },
      )
    for (const status of [404, 409, 410]) expect(settled(status, 'refused').uploadedAt).toBeUndefined()
    for (const status of [400, 500, undefined])
      expect(settled(status, 'refused')).toMatchObject({ uploadedAt: uploaded.uploadedAt, record: 'none' })
    expect(settled(201, 'accepted').fresh.fileId).toBe(uploaded.fresh.fileId)
    expect(settled(201, 'accepted', 'named-anew').fresh.fileId).toBe('named-anew')
  })

  it('is validated only when INGESTED and in every collection, by hand', async () => {
    for (const job of await everyState()) {
      const ready = job.ingestedAt !== undefined && job.holders.every(({ fresh }) => fresh === 'in')
      if (!ready) expect(() => validate(job, AT)).toThrow(OutOfOrder)
    }
    const service = setUp()
    service.client.listFiles = async () => [{ ...file('new-1'), status: 'FAILED', reason: 'No text in it.' }]
    const failed = await service.run(service.start())
    expect(failed.trouble).toMatchObject({ title: 'guide-2026-11-20.md is FAILED' })
    expect(failed.ingestedAt).toBeUndefined()
    expect(service.collections.get('a')).toEqual(new Set(['old']))
  })

  it('ends without a question where the old file was deleted elsewhere, and not where the new one is gone as well', async () => {
    const remove = ({ files, collections }: ReturnType<typeof setUp>, id: string) => {
      files.delete(id)
      for (const members of collections.values()) members.delete(id)
    }
    const service = setUp()
    const ready = validate(await service.run(service.start()), AT)
    remove(service, 'old')
    const before = service.writes.length
    const ended = await service.run(ready)
    expect(ended).toMatchObject({ endedAt: AT, oldRecord: 'deleted' })
    expect(ended.trouble).toBeUndefined()
    expect(service.writes).toHaveLength(before)

    const other = setUp()
    const waiting = validate(await other.run(other.start()), AT)
    for (const id of ['old', 'new-1']) remove(other, id)
    const stands = await other.run(waiting)
    expect(stands).toMatchObject({ record: 'none', oldRecord: 'deleted' })
    expect(stands.endedAt).toBeUndefined()
    expect(stands.trouble?.title).toMatch(/^guide\.md and guide-2026-11-20\.md are no longer/)
  })

  it('takes validation back when the new file is lost, not ready, or the old one is found elsewhere', async () => {
    const meddle: ((service: ReturnType<typeof setUp>) => void)[] = [
      ({ collections }) => collections.get('a')?.delete('new-1'),
      ({ files }) => files.set('new-1', { ...file('new-1'), status: 'PENDING' }),
      ({ collections }) => collections.get('c')?.add('old'),
      ({ files, collections }) => {
        files.delete('new-1')
        for (const members of collections.values()) members.delete('new-1')
      },
    ]
    for (const others of meddle) {
      const service = setUp()
      const ready = validate(await service.run(service.start()), AT)
      others(service)
      const before = service.writes.length
      const now = await service.run(ready)
      expect(now.trouble).toBeDefined()
      expect(now.validatedAt).toBeUndefined()
      expect(service.writes).toHaveLength(before)
      const done = await service.finish(now)
      expect(done.endedAt).toBe(AT)
      expect(service.contents().a).toEqual(service.contents().files)
    }
  })

  it('is validated again where the old file was taken out before validation was lost', async () => {
    const service = setUp()
    const removed = await service.run(validate(await service.run(service.start()), AT))
    expect(nextAction(removed, AT_HAND)).toEqual({ name: 'person', needs: 'deletion' })
    // What was validated is not taken back any more.
    expect(asksValidation(removed)).toBe(false)
    service.collections.get('a')?.delete('new-1')
    const lost = await service.run(confirmDeletion(removed, AT))
    expect(asksValidation(lost)).toBe(false)
    const added = await service.run(goOn(lost))
    expect(nextAction(added, AT_HAND)).toEqual({ name: 'person', needs: 'validation' })
    expect(asksValidation(added)).toBe(true)
    expect(nextAction(validate(added, AT), AT_HAND)).toEqual({ name: 'person', needs: 'deletion' })
  })

  it('does not delete a new file that others put to use meanwhile', async () => {
    const service = setUp()
    const ready = await service.run(service.start())
    service.collections.get('c')?.add('new-1')
    const back = await service.run(rollBack(ready, AT))
    expect(back.trouble?.title).toBe('The new file is also in Collection c')
    expect(service.files.has('new-1')).toBe(true)
    service.collections.get('c')?.clear()
    expect((await service.run(goOn(back))).endedAt).toBe(AT)
    expect(service.contents()).toEqual(UNTOUCHED)
  })

  it('sends nothing while stopped, and nothing once the state cannot be kept', async () => {
    const service = setUp()
    await service.run(stop(service.start()))
    expect(service.writes).toEqual([])
    service.saved.push = () => {
      throw new Error('disk full')
    }
    await expect(service.run(service.start())).rejects.toThrow('disk full')
    expect(service.writes).toEqual([])
  })

  it('stops between two requests and leaves the old file serving', async () => {
    const service = setUp()
    const abort = new AbortController()
    service.afterWrite(() => service.writes.at(-1) === 'add a new-1' && abort.abort())
    const stopped = await service.run(service.start(), { content, signal: abort.signal })
    expect(service.writes.at(-1)).toBe('add a new-1')
    expect(stopped.holders.map(({ fresh, old }) => [fresh, old])).toEqual([
      ['in', 'in'],
      ['out', 'in'],
    ])
    expect(service.contents().b).toEqual(['old'])
  })
})

describe('what was deleted elsewhere', () => {
  const remove = ({ files, collections }: ReturnType<typeof setUp>, id: string) => {
    files.delete(id)
    for (const members of collections.values()) members.delete(id)
  }
  const failed = async (service: ReturnType<typeof setUp>) => {
    service.client.listFiles = async () => [{ ...file('new-1'), status: 'FAILED' }]
    return service.run(service.start())
  }

  it.each([true, false])(
    'a new file needs no deletion on the way back; every file listed: %s',
    async (complete) => {
      const service = setUp({ complete })
      const job = await failed(service)
      remove(service, 'new-1')
      const done = await service.run(rollBack(job, AT))
      expect(done).toMatchObject({ endedAt: AT, record: 'none', trouble: undefined })
      expect(service.contents()).toEqual(UNTOUCHED)
    },
  )

  it.each([true, false])(
    'a new file need not be taken out either; memberships reported: %s',
    async (visible) => {
      const service = setUp({ visible })
      const listed = await service.run(service.start())
      const ready = visible ? listed : await service.run(confirmHolders(listed, [{ id: 'a' }, { id: 'b' }]))
      remove(service, 'new-1')
      expect((await service.run(rollBack(ready, AT))).endedAt).toBe(AT)
      expect(service.contents()).toEqual(UNTOUCHED)
    },
  )

  it.each([true, false])(
    'an old file is not put back, which is said first; memberships reported: %s',
    async (visible) => {
      const service = setUp({ visible })
      const listed = await service.run(service.start())
      const ready = visible ? listed : await service.run(confirmHolders(listed, [{ id: 'a' }, { id: 'b' }]))
      service.say(true)
      const removed = await service.run(validate(ready, AT))
      remove(service, 'old')
      const before = service.writes.length
      const told = await service.run(rollBack(removed, AT))
      expect(told.trouble?.title).toBe('guide.md is no longer in the list of files')
      expect(service.writes).toHaveLength(before)
      expect((await service.run(goOn(told))).endedAt).toBe(AT)
      expect(service.contents()).toEqual({ files: [], a: [], b: [] })
    },
  )

  /** A new file serves, and the old one was taken out of its collections. */
  async function oldTakenOut(service: ReturnType<typeof setUp>) {
    const ready = await service.run(service.start())
    service.say(true)
    return service.run(validate(ready, AT))
  }

  it('an old file beyond a list that was cut short is asked to be put back once, and the refusal told', async () => {
    const service = setUp({ complete: false })
    // Waiting needs a list that has the new file.
    const removed = await oldTakenOut(service)
    remove(service, 'old')
    const told = await service.run(rollBack(removed, AT))
    expect(told.trouble?.title).toBe('guide.md could not be put back into Collection a')
    expect(told.trouble?.message).not.toContain('deleted elsewhere')
    const done = await service.run(goOn(await service.run(goOn(told))))
    expect(done.endedAt).toBe(AT)
    expect(service.contents()).toEqual({ files: [], a: [], b: [] })
  })

  it.each(['a', 'b'])(
    'a collection that was deleted elsewhere needs no file taken out of it, also where memberships are not reported: %s',
    async (gone) => {
      const service = setUp({ visible: false })
      const listed = await service.run(service.start())
      const ready = await service.run(confirmHolders(listed, [{ id: 'a' }, { id: 'b' }]))
      service.collections.delete(gone)
      const back = await service.run(rollBack(ready, AT))
      expect(back.endedAt).toBe(AT)
      expect(service.contents()).toMatchObject({ files: ['old'], [gone === 'a' ? 'b' : 'a']: ['old'] })
      expect(service.writes.filter((name) => name.startsWith('remove'))).toHaveLength(1)
    },
  )

  it('an old file that was taken out elsewhere is not taken out again, also where memberships are not reported', async () => {
    const service = setUp({ visible: false })
    const listed = await service.run(service.start())
    const ready = await service.run(confirmHolders(listed, [{ id: 'a' }, { id: 'b' }]))
    service.collections.get('a')?.delete('old')
    service.say(true)
    const removed = await service.run(validate(ready, AT))
    expect(removed.trouble).toBeUndefined()
    expect(removed.holders.map(({ old }) => old)).toEqual(['left', 'out'])
  })

  it('an old file that is listed with its collection is put back whatever a 404 said before', async () => {
    const service = setUp()
    const removed = await oldTakenOut(service)
    const { send } = service.client
    service.client.send = async () => {
      throw new ServiceRefusal({ operation: 'addFileToCollection', status: 404, hasOwnBody: true })
    }
    const stuck = await service.run(rollBack(removed, AT))
    expect(stuck.holders.map(({ old }) => old)).toEqual(['out', 'out'])
    service.client.send = send
    expect((await service.run(goOn(stuck))).endedAt).toBe(AT)
    expect(service.contents()).toEqual(UNTOUCHED)
  })

  it.each([
    ['goes while it is waited for', {}, 'no longer in the list'],
    ['lies beyond a list that was cut short', { complete: false }, "We don't know"],
  ])('a new file that %s is not waited for without a word', async (_, given, said) => {
    const service = setUp(given)
    const abort = new AbortController()
    let looks = 0
    service.client.listFiles = async () =>
      looks === 0 && !('complete' in given) ? [{ ...file('new-1'), status: 'PENDING' }] : []
    const untilNextLook = async () => {
      looks += 1
      remove(service, 'new-1')
      if (looks > 5) abort.abort()
    }
    const job = await service.run(service.start(), { content, signal: abort.signal, untilNextLook })
    expect(job.trouble?.title).toContain(said)
    expect(job.log.some(({ state }) => state === 'sending')).toBe(false)
  })

  it('a new file that was deleted while the page was closed is not waited for after the reload', async () => {
    const service = setUp()
    const saved = await everyState()
    const waiting = saved.find((each) => nextAction(each, AT_HAND).name === 'wait')
    if (!waiting) return expect.fail('it never waited')
    const abort = new AbortController()
    const untilNextLook = async () => abort.abort()
    const job = await service.run(waiting, { signal: abort.signal, untilNextLook })
    expect(job.trouble?.title).toContain('no longer in the list')
  })

  it('a new file that the list names late is waited for', async () => {
    const service = setUp()
    const { listFiles, observe } = service.client
    let looks = 0
    service.client.listFiles = async () => (looks < 2 ? [] : listFiles())
    service.client.observe = async (signal) => {
      const seen = await observe(signal)
      return looks < 2 ? { ...seen, files: seen.files.filter(({ fileId }) => fileId === 'old') } : seen
    }
    const untilNextLook = async () => {
      looks += 1
    }
    const ready = await service.run(service.start(), { content, untilNextLook })
    expect(nextAction(ready, AT_HAND)).toEqual({ name: 'person', needs: 'validation' })
  })
})

describe('where the service says less', () => {
  it('asks a person for the collections, and takes "already so" for done after a lost answer', async () => {
    const service = setUp({ visible: false })
    const listed = await service.run(service.start())
    expect(nextAction(listed, AT_HAND)).toEqual({ name: 'person', needs: 'holders' })
    const chosen = confirmHolders(listed, [{ id: 'a' }, { id: 'b', name: 'B' }])
    service.failAt('add', 'done')
    const first = await service.run(chosen)
    expect(first.trouble).toBeDefined()
    const ready = await service.run(goOn(first))
    expect(ready.holders.map(({ fresh }) => fresh)).toEqual(['in', 'in'])
    service.say(true)
    service.failAt('remove', 'done')
    expect((await service.finish(ready)).endedAt).toBe(AT)
    expect(service.contents()).toEqual(REPLACED)
  })

  it('does not guess about a record when the list is cut short', async () => {
    const service = setUp({ complete: false })
    service.failAt('record', 'lost')
    const lost = await service.run(service.start())
    const looked = await service.run(goOn(lost))
    expect(looked.trouble?.title).toContain("We don't know")
    expect(service.writes.filter((each) => each === 'record')).toHaveLength(1)
  })

  it('asks for the content again after a reload, and only until it is uploaded', async () => {
    const service = setUp()
    const without = await service.run(service.start(), {})
    expect(nextAction(without, { content: false, address: false })).toEqual({
      name: 'person',
      needs: 'content',
    })
    expect(isSameContent(without, content)).toBe(true)
    expect(isSameContent(without, new File(['# New'], 'other.md'))).toBe(false)
    expect(isSameContent(without, new File(['# Newer'], 'chosen.md'))).toBe(false)
    service.failAt('record', 'refused')
    const uploaded = await service.run(without)
    const ready = await service.run(goOn(uploaded), {})
    expect(nextAction(ready, AT_HAND)).toEqual({ name: 'person', needs: 'validation' })
  })

  it('refuses a name in use, and a file that is gone, before anything is sent', async () => {
    const service = setUp()
    service.files.set('x', { ...file('x'), fileName: 'Guide-2026-11-20.md' })
    expect((await service.run(service.start())).trouble?.title).toContain('already a file named')
    const other = setUp()
    other.files.clear()
    expect((await other.run(other.start())).trouble?.title).toContain('no longer in the list')
    expect([...service.writes, ...other.writes]).toEqual([])
  })

  it('reads only whole states', () => {
    const job = setUp().start()
    expect(replacing.read(structuredClone(job))).toEqual(job)
    for (const name of Object.keys(job)) expect(replacing.read({ ...job, [name]: 7 }), name).toBeUndefined()
    expect(replacing.read(null)).toBeUndefined()
  })
})

const file = (fileId: string) => ({ fileId, fileName: 'guide-2026-11-20.md', status: 'INGESTED', other: {} })

describe('the proposed name', () => {
  const propose = (oldName: string, taken: string[] = [], chosenName = 'x.PDF') =>
    proposeName({ oldName, chosenName, taken, now: new Date(2026, 10, 20) })
  it('is dated, keeps the stem, takes the ending of the chosen file, and is distinct', () => {
    expect(propose('guide.pdf')).toBe('guide-2026-11-20.pdf')
    expect(propose('guide-2026-01-02.pdf')).toBe('guide-2026-11-20.pdf')
    expect(propose('guide-2026-01-02-2.pdf')).toBe('guide-2026-11-20.pdf')
    expect(propose('guide.pdf', [], 'y.md')).toBe('guide-2026-11-20.md')
    expect(propose('guide.pdf', ['Guide-2026-11-20.pdf', 'guide-2026-11-20-2.pdf'])).toBe(
      'guide-2026-11-20-3.pdf',
    )
    expect(propose(`${'x'.repeat(300)}.pdf`)).toHaveLength(255)
    expect(propose(`${'x'.repeat(239)}😀.pdf`)).toBe(`${'x'.repeat(239)}-2026-11-20.pdf`)
  })
})
