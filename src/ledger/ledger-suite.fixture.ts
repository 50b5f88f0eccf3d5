import { beforeEach, describe, expect, it } from 'vitest'
import '../contract/calls'
import type { LabNote, StoredAgent, StoredJob, TestEvidence } from './entry'
import { exportLedger } from './export-ledger'
import { JobChanged } from './job-changed'
import type { Ledger } from './ledger'

let now = new Date('2026-01-01T00:00:00Z')
const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}

export const agent = (agentId: string, service = 'local'): StoredAgent => ({
  service,
  agentId,
  name: `Agent ${agentId}`,
  source: 'added',
  addedAt: now.toISOString(),
  versions: [],
})
export const dispatch = {
  service: 'local',
  operation: 'dispatchCall',
  params: { agentId: 'a1' },
  body: { versionId: 'v1' },
}

export const job = (revision: number, service = 'local'): StoredJob => ({
  service,
  id: 'j1',
  kind: 'replace-file',
  startedAt: '2026-01-01T00:00:00Z',
  revision,
  state: { at: revision },
})

export const evidence = (id: string, more: Partial<TestEvidence> = {}): TestEvidence => ({
  service: 'local',
  id,
  agentId: 'a1',
  versionId: 'v1',
  run: { id: 7, at: '2026-01-01T00:00:00Z' },
  verdict: 'passed',
  knownFrom: 'entered by hand',
  recordedAt: `2026-01-01T00:00:0${id.slice(-1)}Z`,
  ...more,
})

export const noteOfRun = (text: string) => (known: LabNote | undefined) => ({
  service: 'local',
  id: 'run 7',
  kind: 'run' as const,
  labId: '7',
  notedAt: now.toISOString(),
  note: [known?.note, text].filter(Boolean).join(' '),
})

/** What a ledger does wherever its rows are. `openAt`: opens it for another page; it is empty at the begin of a test. `who`: as whom rows are recorded. */
export function testLedger(openAt: (now: () => Date) => Promise<Ledger>, who?: string) {
  beforeEach(() => {
    now = new Date('2026-01-01T00:00:00Z')
  })
  const open = () => openAt(() => now)
  const recorded = <Row extends object>(row: Row): Row => ({ ...row, ...(who && { who }) })

  describe('writes', () => {
    it('are there before they end, and complete afterwards, also for a page opened anew', async () => {
      const ledger = await open()
      const id = await ledger.begin(dispatch)
      expect(await ledger.entries('local')).toMatchObject([
        { ...dispatch, id, state: 'sending', startedAt: now.toISOString() },
      ])
      later(1000)
      await ledger.finish('local', id, { state: 'accepted', reply: { id: 'call-1' } })
      expect(await (await open()).entries('local')).toMatchObject([
        { id, state: 'accepted', reply: { id: 'call-1' }, finishedAt: now.toISOString() },
      ])
    })

    it('have words, and what they are about, which grows with the reply (D490)', async () => {
      const ledger = await open()
      const id = await ledger.begin({ ...dispatch, body: { versionId: 'v1', toPhoneNumber: '+15005550142' } })
      const about = { kind: 'call', agentId: 'a1', versionId: 'v1', recipient: '+15005550142' }
      expect(await ledger.entry('local', id)).toMatchObject({ to: 'place the call', about })
      await ledger.finish('local', id, { state: 'accepted', reply: { id: 'call-1' } })
      expect(await ledger.entry('local', id)).toMatchObject({ about: { ...about, callId: 'call-1' } })

      const unknown = await ledger.begin({ ...dispatch, operation: 'teleport' })
      expect(await ledger.entry('local', unknown)).not.toHaveProperty('to')
    })

    it('are listed newest first, of one service and one operation', async () => {
      const ledger = await open()
      await ledger.begin(dispatch)
      later(1)
      await ledger.begin({ ...dispatch, operation: 'createAgent' })
      later(1)
      await ledger.begin({ ...dispatch, service: 'local2' })
      expect((await ledger.entries('local')).map(({ operation }) => operation)).toEqual([
        'createAgent',
        'dispatchCall',
      ])
      expect(await ledger.entries('local', 'dispatchCall')).toHaveLength(1)
      expect(await ledger.entries('loca')).toEqual([])
      expect(await ledger.entries('local2')).toHaveLength(1)
    })

    it('that began last are read alone, newest first, also when older ones ended later', async () => {
      const ledger = await open()
      const ids: string[] = []
      for (let at = 0; at < 4; at += 1) {
        ids.push(await ledger.begin(dispatch))
        later(1)
      }
      await ledger.begin({ ...dispatch, service: 'local2' })
      const idsOf = async (count: number) => {
        const { entries, more } = await ledger.newest('local', count)
        return { more, ids: entries.map(({ id }) => id) }
      }
      expect(await idsOf(3)).toEqual({ more: true, ids: ids.slice(1).reverse() })
      for (const id of ids) await ledger.finish('local', id, { state: 'accepted' })
      expect(await idsOf(4)).toEqual({ more: false, ids: ids.toReversed() })
      expect(await idsOf(9)).toEqual({ more: false, ids: ids.toReversed() })
      expect((await ledger.newest('local', 9)).entries[0]).toMatchObject({ state: 'accepted' })
      expect(await ledger.newest('loca', 9)).toEqual({ entries: [], more: false })

      const of = await ledger.begin({ ...dispatch, operation: 'createAgent' })
      later(1)
      await ledger.begin(dispatch)
      for (const isRead of [false, true]) {
        if (isRead) await ledger.entries('local')
        const { entries, more } = await ledger.newest('local', 1, 'createAgent')
        expect({ ids: entries.map(({ id }) => id), more }).toEqual({ ids: [of], more: false })
        expect(await ledger.newest('local', 2, 'dispatchCall')).toMatchObject({ more: true })
        expect((await ledger.newest('local', 9, 'dispatchCall')).entries).toHaveLength(5)
      }
    })

    it('whose end is not known are read alone, newest first, of one service (D980)', async () => {
      const ledger = await open()
      const ids: string[] = []
      for (let at = 0; at < 4; at += 1) {
        ids.push(await ledger.begin({ ...dispatch, body: { state: 'unknown' } }))
        later(1)
      }
      await ledger.begin({ ...dispatch, service: 'local2' })
      const [sent = '', lost = '', refused = '', done = ''] = ids
      await ledger.finish('local', lost, { state: 'unknown' })
      await ledger.finish('local', refused, { state: 'refused' })
      await ledger.finish('local', done, { state: 'accepted' })
      const open_ = async () => (await ledger.open('local')).map(({ id, state }) => [id, state])
      expect(await open_()).toEqual([
        [lost, 'unknown'],
        [sent, 'sending'],
      ])
      await ledger.finish('local', lost, { state: 'accepted', found: true })
      await ledger.finish('local', sent, { state: 'unknown' })
      expect(await open_()).toEqual([[sent, 'unknown']])
      expect(await ledger.open('loca')).toEqual([])
      await ledger.entries('local')
      expect(await open_()).toEqual([[sent, 'unknown']])
    })

    it('of whatever kind are stored without secrets at any depth (D446)', async () => {
      const ledger = await open()
      const request = { overrideSTTConfig: { provider: [{ apiKey: 's3cret' }] }, prompt: { system: 'Hi' } }
      await ledger.changeAgent('local', 'a1', () => ({
        ...agent('a1'),
        versions: [{ versionId: 'v1', request }],
      }))
      await ledger.changeLabNote('local', 'run 1', () => ({
        ...{ service: 'local', id: 'run 1', kind: 'run', labId: '1', notedAt: now.toISOString() },
        note: 'Bearer s3cret-s3cret',
      }))
      await ledger.saveEvidence({ ...evidence('e1'), note: 'Bearer s3cret-s3cret' })
      await ledger.begin({ ...dispatch, note: { password: 's3cret' } })
      const stored = [
        await ledger.agents('local'),
        await ledger.labNotes('local'),
        await ledger.evidence('local'),
      ]
      expect(JSON.stringify([...stored, await ledger.entries('local')])).not.toContain('s3cret')
      expect((await ledger.agent('local', 'a1'))?.versions[0]?.request).toEqual({
        overrideSTTConfig: { provider: [{ apiKey: '[not stored]' }] },
        prompt: { system: 'Hi' },
      })
    })

    it('are stored without secrets', async () => {
      const ledger = await open()
      const id = await ledger.begin({
        ...dispatch,
        operation: 'createChatThread',
        body: { agentId: 'a1', headers: [{ key: 'Authorization', value: 'Bearer s3cret' }], max_tokens: 5 },
      })
      await ledger.finish('local', id, {
        state: 'accepted',
        reply: {
          thread: { id: 't1', clientToken: 's3cret' },
          token: 's3cret',
          url: 'https://store.example/f?X-Amz-Signature=s3cret&Expires=1',
          site: 'https://a.example/page?q=1',
        },
      })
      const [entry] = await ledger.entries('local')
      expect(JSON.stringify(entry)).not.toContain('s3cret')
      expect(entry).toMatchObject({
        body: { agentId: 'a1', headers: [{ key: 'Authorization', value: '[not stored]' }], max_tokens: 5 },
        reply: {
          thread: { id: 't1', clientToken: '[not stored]' },
          url: 'https://store.example/f [not stored]',
          site: 'https://a.example/page?q=1',
        },
      })
    })

    it('that was given up and is answered after all ends as answered, with nothing of the doubt', async () => {
      const first = await open()
      const id = await first.begin(dispatch)
      later(121_000)
      await (await open()).entries('local')
      await first.finish('local', id, { state: 'accepted', reply: { id: 'c1' } })
      expect(await first.entry('local', id)).toMatchObject({ state: 'accepted', reply: { id: 'c1' } })
      expect((await first.entry('local', id))?.error).toBeUndefined()
    })
  })

  describe('agents', () => {
    it('are changed from what is known, listed newest first, and forgotten', async () => {
      const ledger = await open()
      await ledger.changeAgent('local', 'a1', (known) => known ?? agent('a1'))
      later(1)
      await ledger.changeAgent('local', 'a2', () => agent('a2'))
      await ledger.changeAgent('other', 'a1', () => agent('a1', 'other'))
      await ledger.changeAgent('local', 'a1', (known) => ({ ...agent('a1'), ...known, name: 'Renamed' }))
      expect((await ledger.agents('local')).map(({ agentId, name }) => [agentId, name])).toEqual([
        ['a2', 'Agent a2'],
        ['a1', 'Renamed'],
      ])
      await ledger.forgetAgent('local', 'a1')
      expect(await ledger.agent('local', 'a1')).toBeUndefined()
      expect(await ledger.agent('other', 'a1')).toMatchObject({ name: 'Agent a1' })
    })

    it('do not lose a change that another tab makes at the same time', async () => {
      const [one, two] = [await open(), await open()]
      await one.changeAgent('local', 'a1', () => agent('a1'))
      const addVersion = (versionId: string) => (known: StoredAgent | undefined) => ({
        ...agent('a1'),
        versions: [...(known?.versions ?? []), { versionId }],
      })
      await Promise.all([
        one.changeAgent('local', 'a1', addVersion('v1')),
        two.changeAgent('local', 'a1', addVersion('v2')),
      ])
      expect((await one.agent('local', 'a1'))?.versions).toHaveLength(2)
    })
  })

  describe('procedures', () => {
    it('are kept for a page opened anew, of one service, newest first', async () => {
      const ledger = await open()
      await ledger.saveJob(job(1))
      await ledger.saveJob({ ...job(1), id: 'j2', startedAt: '2026-01-02T00:00:00Z' })
      await ledger.saveJob(job(1, 'other'))
      await ledger.saveJob(job(2))
      const next = await open()
      expect((await next.jobs('local')).map(({ id }) => id)).toEqual(['j2', 'j1'])
      expect(await next.job('local', 'j1')).toEqual(recorded(job(2)))
      expect(await next.job('local', 'j3')).toBeUndefined()
      await next.empty('local')
      expect(await next.jobs('local')).toEqual([])
      expect(await next.jobs('other')).toHaveLength(1)
    })

    it('cannot be gone on with by two pages from the same state', async () => {
      const [one, two] = [await open(), await open()]
      await one.saveJob(job(1))
      const both = await Promise.allSettled([one.saveJob(job(2)), two.saveJob(job(2))])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await expect(two.saveJob(job(1))).rejects.toThrow(JobChanged)
    })

    it('are gone on with by the page that had them before another one did', async () => {
      const [one, two] = [await open(), await open()]
      await one.saveJob(job(1))
      await two.saveJob(job(2))
      await one.saveJob(job(3))
      expect(await two.job('local', 'j1')).toEqual(recorded(job(3)))
    })
  })

  describe('evidence', () => {
    it('is kept for a page opened anew, newest first, of one agent if asked, and replaced under its id', async () => {
      const ledger = await open()
      await ledger.saveEvidence(evidence('e1'))
      await ledger.saveEvidence(evidence('e2', { agentId: 'a2' }))
      await ledger.saveEvidence(evidence('e3', { service: 'other' }))
      await ledger.saveEvidence(evidence('e1', { verdict: 'failed' }))
      const next = await open()
      expect((await next.evidence('local')).map(({ id, verdict }) => [id, verdict])).toEqual([
        ['e2', 'passed'],
        ['e1', 'failed'],
      ])
      expect((await next.evidence('local', 'a1')).map(({ id }) => id)).toEqual(['e1'])
      await next.removeEvidence('local', 'e1')
      expect(await next.evidence('local', 'a1')).toEqual([])
      await next.empty('local')
      expect(await next.evidence('local')).toEqual([])
      expect(await next.evidence('other')).toHaveLength(1)
    })

    it('is part of the export', async () => {
      const ledger = await open()
      await ledger.saveEvidence(evidence('e1', { note: 'call +15551234567 back' }))
      const kept = await exportLedger(ledger, { service: 'local', maskContacts: true, now })
      expect(kept.evidence).toEqual([recorded(evidence('e1', { note: 'call +1********67 back' }))])
    })
  })

  describe('notes of the testing lab', () => {
    it('are changed one after the other, kept for a page opened anew, exported, and emptied', async () => {
      const ledger = await open()
      await Promise.all([
        ledger.changeLabNote('local', 'run 7', noteOfRun('once')),
        ledger.changeLabNote('local', 'run 7', noteOfRun('twice')),
      ])
      const next = await open()
      expect(await next.labNotes('local')).toMatchObject([{ labId: '7', note: 'once twice' }])
      expect(await next.labNotes('other')).toEqual([])
      const kept = await exportLedger(next, { service: 'local', maskContacts: true, now })
      expect(kept.labNotes).toHaveLength(1)
      await next.empty('local')
      expect(await next.labNotes('local')).toEqual([])
    })
  })

  describe('emptying and export', () => {
    it('forgets one service only', async () => {
      const ledger = await open()
      await ledger.begin(dispatch)
      await ledger.begin({ ...dispatch, service: 'other' })
      await ledger.changeAgent('local', 'a1', () => agent('a1'))
      await ledger.empty('local')
      expect(await ledger.entries('local')).toEqual([])
      expect(await ledger.agents('local')).toEqual([])
      expect(await ledger.entries('other')).toHaveLength(1)
    })

    it('masks phone numbers and e-mail addresses when asked', async () => {
      const ledger = await open()
      await ledger.begin({
        ...dispatch,
        body: {
          toPhoneNumber: '+15551234567',
          note: 'call +4930123456 first, or write to <a.da+x@mail.example.com>',
          toEmail: 'Bob@example.com',
        },
      })
      const plain = await exportLedger(ledger, { service: 'local', maskContacts: false, now })
      expect(JSON.stringify(plain)).toContain('+15551234567')
      const masked = await exportLedger(ledger, { service: 'local', maskContacts: true, now })
      expect(masked.entries[0]?.body).toEqual({
        toPhoneNumber: '+1********67',
        note: 'call +4*******56 first, or write to <a*****@mail.example.com>',
        toEmail: 'B**@example.com',
      })
    })
  })
}
