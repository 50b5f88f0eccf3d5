import { describe, expect, it, vi } from 'vitest'
import { NoAnswer, ServiceRefusal } from '../client/api-error'
import { begin, goOn, OutOfOrder, stop } from './procedure'
import { AT } from './replacement.fixture'
import {
  chooseTarget,
  deployed,
  keepOld,
  type Moved,
  mayRetire,
  movedByHand,
  nextAction,
  type Restructure,
  restructuring,
  retire,
  rollBack,
  test,
  undeployed,
} from './restructure'
import { setUp } from './restructure.fixture'

const WHOLE = ['create', 'add c1 f', 'add c1 g', 'version other,c1', 'remove old f', 'remove old g']

describe('a change of structure', () => {
  it('goes the way of §4, and the version that serves never lacks a file', async () => {
    const world = setUp()
    const job = await world.finish(world.start())
    expect(world.writes).toEqual(WHOLE)
    expect(world.gaps).toEqual([])
    expect(world.held('c1')).toEqual(['f', 'g'])
    expect(world.held('old')).toEqual([])
    expect(world.serving()).toBe('v2')
    // A copy with the collection replaced, everything else as it was.
    expect(world.versions.get('v2')).toEqual({
      id: 'v2',
      collectionIds: ['other', 'c1'],
      body: { voiceId: 'clara' },
    })
    expect(job.log.every(({ state, endedAt }) => state === 'accepted' && endedAt)).toBe(true)
  })

  it.each(
    ['create', 'add', 'version', 'remove'].flatMap((name) =>
      (['refused', 'done', 'lost'] as const).map((kind) => [name, kind] as const),
    ),
  )(
    'a write %s that ends "%s" is looked up, never doubled, and it goes on to the end',
    async (name, kind) => {
      const world = setUp()
      world.failAt(name, kind)
      await world.finish(world.start())
      const extra = kind === 'done' ? 0 : 1
      expect(world.writes).toHaveLength(WHOLE.length + extra)
      expect(world.collections.size).toBe(2)
      expect(world.versions.size).toBe(2)
      expect(world.held('c1').toSorted()).toEqual(['f', 'g'])
      expect(world.held('old')).toEqual([])
      expect(world.gaps).toEqual([])
    },
  )

  it.each([
    ['refused', 'refused', /^400 /],
    ['lost', 'unknown', /^NoAnswer/],
  ] as const)('the log says how a write ended that was %s', async (kind, state, result) => {
    const world = setUp()
    world.failAt('create', kind)
    const job = await world.run(world.start())
    expect(job.log.at(-1)).toMatchObject({
      step: 'create',
      state,
      endedAt: AT,
      result: expect.stringMatching(result),
    })
    expect(stop({ ...job, endedAt: AT }).stopped).toBe(false)
  })

  it('goes on from every state that was kept, as after a page that went away, and doubles nothing', async () => {
    const world = setUp()
    await world.finish(world.start())
    const { length } = world.saved
    expect(length).toBeGreaterThan(10)
    for (let at = 0; at < length; at += 1) {
      const again = setUp()
      let count = 0
      const abort = new AbortController()
      let job = again.start()
      again.saved.push = (...rows) => {
        count += rows.length
        if (count > at) abort.abort()
        return Array.prototype.push.apply(again.saved, rows)
      }
      for (let turn = 0; turn < 20 && !abort.signal.aborted && job.endedAt === undefined; turn += 1)
        job = again.help(await again.run(job, abort.signal))
      await again.finish(again.saved.at(-1) ?? again.start())
      expect(again.writes).toEqual(WHOLE)
      expect(again.gaps).toEqual([])
    }
  })

  it('takes a file that is there already for done, and leaves it there when rolled back', async () => {
    const world = setUp()
    world.afterWrite(() => {
      if (world.writes.length === 1) world.collections.get('c1')?.add('f')
    })
    let job = await world.run(world.start())
    expect(world.writes).toEqual(['create', 'add c1 g', 'version other,c1'])
    job = await world.finish(rollBack(job, AT))
    expect(world.held('c1')).toEqual(['f'])
  })

  it('where membership is not visible, "already so" counts after an attempt that nobody saw end', async () => {
    const world = setUp({ visible: false })
    world.failAt('add', 'done')
    const job = await world.run(goOn(await world.run(world.start())))
    expect(nextAction(job)).toEqual({ name: 'person', needs: 'test' })
    expect(world.held('c1')).toEqual(['f', 'g'])
  })

  it('a service without versions leaves the move to a person, and goes on', async () => {
    const world = setUp({ versioned: false })
    const job = await world.run(world.start())
    expect(nextAction(job)).toEqual({ name: 'person', needs: 'move', of: 'v1' })
    expect(job.versions[0]?.byHand).toContain('cannot list and copy')
    await world.finish(job)
    expect(world.serving()).toBe('by-hand')
    expect(world.held('old')).toEqual([])
    expect(world.gaps).toEqual([])
  })

  it('a version whose content the service does not tell is not copied, as the copy would be empty', async () => {
    const world = setUp()
    world.versions.set('v1', { id: 'v1', collectionIds: ['other', 'old'] })
    const job = await world.run(world.start())
    expect(nextAction(job)).toEqual({ name: 'person', needs: 'move', of: 'v1' })
    expect(job.versions[0]?.byHand).toContain('does not report')
    expect(world.versions.size).toBe(1)
  })

  it('a copy whose answer was lost is told once it is found', async () => {
    const world = setUp()
    world.failAt('version', 'done')
    const job = await world.finish(world.start())
    expect(job.versions[0]).toMatchObject({ state: 'moved', newVersionId: 'v2' })
    expect(world.found).toEqual(['v2'])
  })

  it('looks up what was created where the replies name no id', async () => {
    const world = setUp({ namesIds: false })
    const job = await world.finish(world.start())
    expect(world.writes).toEqual(WHOLE)
    expect(job).toMatchObject({ fresh: { id: 'c1' }, versions: [{ state: 'moved', newVersionId: 'v2' }] })
  })

  it('asks which collection it is, where two of that name came to be', async () => {
    const world = setUp()
    world.failAt('create', 'done')
    let job = await world.run(world.start())
    const { observe } = world.client
    world.client.observe = async (wanted) => {
      const seen = await observe(wanted)
      const twin = { id: 'twin', name: 'New', other: {} }
      return { ...seen, collections: [...seen.collections, twin] }
    }
    job = await world.run(goOn(job))
    expect(nextAction(job)).toEqual({ name: 'person', needs: 'target' })
    expect(world.writes).toEqual(['create'])
    job = await world.run(chooseTarget(job, 'c1'))
    expect(world.held('c1')).toEqual(['f', 'g'])
  })
})

it.each([
  ['answers 502', new ServiceRefusal({ operation: 'listFiles', status: 502 })],
  ['is lost', new NoAnswer({ operation: 'listFiles', cause: 'connection lost', sent: true })],
])('a look that %s is repeated, and it goes on by itself; one that stays so stops it', async (_, error) => {
  const world = setUp()
  const observe = vi.fn(world.client.observe).mockRejectedValueOnce(error)
  world.client.observe = observe
  const job = await world.run(world.start())
  expect(job.trouble).toBeUndefined()
  expect(world.writes).toEqual(['create', 'add c1 f', 'add c1 g', 'version other,c1'])
  observe.mockRejectedValue(error).mockClear()
  expect((await world.run(world.start())).trouble).toBeDefined()
  expect(observe).toHaveBeenCalledTimes(3)
})

it('a look that is refused is not repeated', async () => {
  const world = setUp()
  const observe = vi.fn().mockRejectedValue(new ServiceRefusal({ operation: 'listFiles', status: 403 }))
  world.client.observe = observe
  expect((await world.run(world.start())).trouble).toBeDefined()
  expect(observe).toHaveBeenCalledTimes(1)
})

it('never takes a collection of that name that was there before for the new one', async () => {
  const world = setUp()
  world.collections.set('twin', new Set(['h']))
  const { observe } = world.client
  world.client.observe = async (wanted) => {
    const seen = await observe(wanted)
    const named = (id: string) => (id === 'twin' ? 'New' : undefined)
    return {
      ...seen,
      collections: seen.collections.map((each) => ({ ...each, name: named(each.id) ?? each.name })),
    }
  }
  world.failAt('create', 'lost')
  const asked = await world.run(world.start())
  expect(asked.trouble?.title).toBe('There is already a collection named New')
  await world.finish(asked)
  expect(world.held('twin')).toEqual(['h'])
  expect(world.held('c2').toSorted()).toEqual(['f', 'g'])
})

it('there is nothing to test before every version is moved, nor to deploy before that is tested', async () => {
  const world = setUp({ versioned: false })
  const job = await world.run(world.start())
  expect(() => test(job, AT)).toThrow(OutOfOrder)
  const moved = world.help(job)
  expect(() => deployed(moved, AT)).toThrow(OutOfOrder)
  expect(test(moved, AT).testedAt).toBe(AT)
})

describe('what a person may decide', () => {
  const state = (change: Partial<Restructure>): Restructure => ({
    ...setUp().start(),
    listedAt: AT,
    created: 'created',
    fresh: { name: 'New', description: '', id: 'c1' },
    files: [
      { fileId: 'f', place: 'in' },
      { fileId: 'g', place: 'in' },
    ],
    versions: [
      { agentId: 'a1', agentName: 'Desk', versionId: 'v1', state: 'moved', newVersionId: 'v2' },
      { agentId: 'a2', agentName: 'Shop', versionId: 'w1', state: 'moved' },
    ],
    ...change,
  })
  const [one, other] = state({}).versions as [Moved, Moved]
  const waits = [one, { ...other, state: 'here' as const, byHand: 'The service cannot.' }]
  const ready = { testedAt: AT, deployedAt: AT }
  const ended = { ...ready, endedAt: AT }
  const decisions = {
    move: (job) => movedByHand(job, 'w1', { newVersionId: undefined, at: AT }),
    choose: (job) => chooseTarget(job, 'c1'),
    test: (job) => test(job, AT),
    'take the test back': (job) => test(job, undefined),
    deploy: (job) => deployed(job, AT),
    retire: (job) => retire(job, [{ fileId: 'f' }]),
    keep: (job) => keepOld(job, AT),
    undeploy: (job) => undeployed(job, AT),
    'roll back': (job) => rollBack(job, AT),
  } satisfies Record<string, (job: Restructure) => Restructure>

  it.each<[string, Partial<Restructure>, (keyof typeof decisions)[]]>([
    ['one of two versions waits for a person', { versions: waits }, ['move', 'roll back']],
    ['that version goes by itself', { versions: [one, { ...other, state: 'here' }] }, ['roll back']],
    ['nobody knows whether it was moved', { versions: [one, { ...other, state: 'doubt' }] }, ['roll back']],
    ['several collections may be the new one', { created: 'unclear' }, ['choose', 'roll back']],
    ['its id is not known', { fresh: { name: 'New', description: '' } }, ['roll back']],
    [
      'one of two files is not in it',
      {
        files: [
          { fileId: 'f', place: 'in' },
          { fileId: 'g', place: 'out' },
        ],
      },
      ['roll back'],
    ],
    ['there is no file', { files: [] }, ['roll back']],
    ['everything is in place', {}, ['test', 'take the test back', 'roll back']],
    ['it is tested', { testedAt: AT }, ['test', 'take the test back', 'deploy', 'roll back']],
    ['it is deployed', ready, ['test', 'take the test back', 'deploy', 'retire', 'keep', 'roll back']],
    [
      'no version uses it',
      { testedAt: AT, versions: [] },
      ['test', 'take the test back', 'deploy', 'retire', 'keep', 'roll back'],
    ],
    [
      'the old one is being retired',
      { ...ready, retired: [{ fileId: 'f', place: 'in' }] },
      ['test', 'retire', 'roll back'],
    ],
    [
      'nothing is to be retired',
      { ...ready, old: undefined },
      ['test', 'take the test back', 'deploy', 'keep', 'roll back'],
    ],
    ['it goes back', { ...ready, course: 'back' }, ['undeploy']],
    ['it goes back, with a version that waits', { versions: waits, course: 'back' }, ['undeploy']],
  ])('where %s', (_, change, allowed) => {
    const able = Object.entries(decisions).filter(([, decide]) => {
      try {
        return decide(state(change))
      } catch (error) {
        expect(error).toBeInstanceOf(OutOfOrder)
        return false
      }
    })
    expect(able.map(([name]) => name)).toEqual(allowed)
  })

  it('once it has ended, nothing comes next and nothing is undone', () => {
    expect(nextAction(state(ended))).toEqual({ name: 'ended' })
    expect(() => rollBack(state(ended), AT)).toThrow(OutOfOrder)
  })

  it('that none of the collections is the new one: it is created', () => {
    expect(nextAction(chooseTarget(state({ created: 'unclear' }), undefined))).toEqual({ name: 'create' })
  })

  it('further files to retire: each once, those on their way as they are', () => {
    const job = state({ ...ready, retired: [{ fileId: 'f', place: 'out' }] })
    expect(retire(job, [{ fileId: 'f' }, { fileId: 'g' }]).retired).toEqual([
      { fileId: 'f', place: 'out' },
      { fileId: 'g', place: 'in' },
    ])
  })

  it('a version that they moved: only that one, and the log names its agent', () => {
    const named = movedByHand(state({ versions: waits }), 'w1', { newVersionId: 'w2', at: AT })
    expect(named.versions).toEqual([one, { ...waits[1], state: 'moved', newVersionId: 'w2' }])
    expect(named.log.at(-1)?.result).toBe('Shop noted as moved by hand')
  })
})

describe('the old collection', () => {
  it('cannot be touched before all is in place, moved, tested and deployed', async () => {
    const world = setUp()
    let job = await world.run(world.start())
    const removal = { name: 'remove', of: 'f' } as const
    const attempt = () => begin(restructuring, job, removal, { at: AT, request: '' })
    for (const step of [test, deployed]) {
      expect(mayRetire(job)).toBe(false)
      expect(() => retire(job, [{ fileId: 'f' }])).toThrow(OutOfOrder)
      expect(attempt).toThrow(OutOfOrder)
      job = step(job, AT)
    }
    // Even a state that says so is not enough without its grounds.
    const forged = { ...job, testedAt: undefined, retired: [{ fileId: 'f', place: 'in' as const }] }
    expect(() => begin(restructuring, forged, removal, { at: AT, request: '' })).toThrow(OutOfOrder)
    expect(attempt).toThrow(OutOfOrder)
    job = retire(job, [{ fileId: 'f' }])
    expect(attempt).not.toThrow()
  })

  it('keeps what it has when a file vanished from the new one, or is not ready, in the middle of retiring', async () => {
    const world = setUp()
    let job = world.start()
    for (let turn = 0; turn < 3; turn += 1) job = world.help(await world.run(goOn(job)))
    expect(job.retired).toHaveLength(2)
    world.files.set('g', { fileId: 'g', fileName: 'g.md', status: 'PROCESSING', other: {} })
    job = await world.run(job)
    expect(job.trouble?.title).toBe('Not INGESTED: g.md')
    world.files.set('g', { fileId: 'g', fileName: 'g.md', status: 'INGESTED', other: {} })
    world.collections.get('c1')?.delete('g')
    job = await world.run(goOn(job))
    expect(job.trouble?.title).toBe('No longer in the new collection: g.md')
    expect(job.testedAt).toBeUndefined()
    expect(world.held('old')).toEqual(['f', 'g'])
    await world.finish(job)
    expect(world.held('old')).toEqual([])
    expect(world.held('c1')).toContain('g')
  })

  it('is not held back by a file that could not be read, which answers nothing in either (D123)', async () => {
    const world = setUp()
    world.files.set('g', { fileId: 'g', fileName: 'g.md', status: 'FAILED', other: {} })
    const job = await world.finish(world.start())
    expect(job.trouble).toBeUndefined()
    expect(job.endedAt).toBe(AT)
    expect(world.held('old')).toEqual([])
  })

  it('says how many files were added to it meanwhile, which stay', async () => {
    for (const visible of [true, false]) {
      const world = setUp({ visible })
      const ready = deployed(test(await world.run(world.start()), AT), AT)
      const agreed = retire(ready, [{ fileId: 'f' }, { fileId: 'g' }])
      world.collections.get('old')?.add('h')
      const job = await world.run(agreed)
      expect(job.endedAt).toBe(AT)
      expect(world.held('old')).toEqual(['h'])
      // Where the service does not tell what it holds, nobody knows.
      expect(job.stays).toBe(visible ? 1 : undefined)
    }
  })

  it('stays as it is where the person keeps it', async () => {
    const world = setUp()
    const job = deployed(test(await world.run(world.start()), AT), AT)
    expect(keepOld(job, AT).endedAt).toBe(AT)
    expect(world.held('old')).toEqual(['f', 'g'])
  })
})

describe('a file that goes', () => {
  it('is left out, and said so', async () => {
    const world = setUp()
    world.files.delete('g')
    const job = await world.run(world.start())
    expect(job.trouble?.title).toBe('No longer in the list of files: g.md')
    expect(job.files.map(({ fileId }) => fileId)).toEqual(['f'])
  })
})

describe('stopping and rolling back', () => {
  it('a stopped one sends nothing', async () => {
    const world = setUp()
    await world.run(stop(world.start()))
    expect(world.writes).toEqual([])
  })

  it('goes back from every point up to the end, without a gap', async () => {
    const whole = setUp()
    await whole.finish(whole.start())
    for (let at = 0; at < whole.saved.length - 1; at += 1) {
      const world = setUp()
      const abort = new AbortController()
      let count = 0
      world.saved.push = (...rows) => {
        count += rows.length
        if (count > at) abort.abort()
        return Array.prototype.push.apply(world.saved, rows)
      }
      let job = world.start()
      for (let turn = 0; turn < 20 && !abort.signal.aborted && job.endedAt === undefined; turn += 1)
        job = world.help(await world.run(job, abort.signal))
      const left = world.saved.at(-1)
      if (!left || left.endedAt !== undefined) continue
      const end = await world.finish(rollBack(left, AT))
      expect(end.endedAt).toBe(AT)
      expect(world.gaps).toEqual([])
      expect(world.held('old').toSorted()).toEqual(['f', 'g'])
      expect(world.held('c1')).toEqual([])
      expect(world.serving()).toBe('v1')
    }
  })

  it('goes back to the end where the new collection was deleted elsewhere', async () => {
    const world = setUp()
    const job = await world.run(world.start())
    world.collections.delete('c1')
    const stuck = await world.run(goOn(test(job, AT)))
    expect(nextAction(stuck)).toEqual({ name: 'person', needs: 'deploy' })
    const end = await world.run(rollBack(stuck, AT))
    expect(end).toMatchObject({ endedAt: AT, trouble: undefined })
    expect(world.writes.filter((name) => name.startsWith('remove'))).toEqual([])
  })

  /** Stopped right after the first file left the old collection. */
  async function stoppedWhileRetiring({ visible = true } = {}) {
    const world = setUp({ visible })
    let job = world.start()
    for (let turn = 0; turn < 3; turn += 1) job = world.help(await world.run(goOn(job)))
    const abort = new AbortController()
    world.afterWrite(() => abort.abort())
    job = await world.run(job, abort.signal)
    world.afterWrite(() => undefined)
    return { world, job }
  }

  it('says what the old collection lacks where the new one was deleted elsewhere in the middle of retiring', async () => {
    const { world, job } = await stoppedWhileRetiring()
    world.collections.delete('c1')
    const stuck = await world.run(goOn(job))
    expect(stuck.trouble?.message).toBe(
      '1 file was taken out of the old collection already. Roll back to put it back.',
    )
    const end = await world.finish(rollBack(stuck, AT))
    expect(end.endedAt).toBe(AT)
    expect(world.held('old')).toEqual(['g', 'f'])
  })

  it('goes back to the end where a file was deleted elsewhere after it left the old collection', async () => {
    const { world, job } = await stoppedWhileRetiring()
    expect(world.held('old')).toEqual(['g'])
    world.files.delete('f')
    world.collections.get('c1')?.delete('f')
    const end = await world.finish(rollBack(job, AT))
    expect(end.endedAt).toBe(AT)
    expect(world.held('old')).toEqual(['g'])
    expect(world.held('c1')).toEqual([])
  })

  it('takes nothing out of a collection that is not in it, also where memberships are not reported', async () => {
    const { world, job } = await stoppedWhileRetiring({ visible: false })
    world.collections.get('old')?.delete('g')
    world.collections.get('c1')?.delete('g')
    const retired = await world.finish(job)
    expect(retired.log.at(-1)?.state).toBe('refused')
    expect(retired.retired?.map(({ place }) => place)).toEqual(['out', 'left'])
    expect(retired.endedAt).toBe(AT)
    const back = await world.finish(rollBack(job, AT))
    expect(back.files.map(({ place }) => place)).toEqual(['out', 'out'])
    expect(back.endedAt).toBe(AT)
    expect(world.held('old')).toEqual(['f'])
  })

  it('stands once where a list that was cut short does not say that a file to put back is gone', async () => {
    const { world, job } = await stoppedWhileRetiring()
    const { observe } = world.client
    world.client.observe = async (signal) => ({ ...(await observe(signal)), files: [], allFiles: false })
    world.files.delete('f')
    world.collections.get('c1')?.delete('f')
    const told = await world.run(rollBack(job, AT))
    expect(told.trouble?.title).toBe('f.md could not be put back into Old')
    const end = await world.finish(told)
    expect(end.endedAt).toBe(AT)
    expect(world.held('old')).toEqual(['g'])
  })
})

it('a state of another console cannot be gone on with', () => {
  const job = setUp().start()
  expect(restructuring.read(structuredClone(job))).toEqual(job)
  for (const change of [
    { created: 'perhaps' },
    { files: [{ fileId: 'f', place: 'nowhere' }] },
    { versions: [{ agentId: 'a' }] },
    { retired: {} },
    { fresh: { name: 'New' } },
  ])
    expect(restructuring.read({ ...job, ...change })).toBeUndefined()
})
