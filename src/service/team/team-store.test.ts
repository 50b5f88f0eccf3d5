import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../service.fixture'
import { teamAudit, teamSessions } from '../store/schema'
import { teamStoreOn } from './team-store'

const opened = await openTestDatabase()
const store = teamStoreOn(opened.db)
afterAll(() => opened.close())
beforeEach(async () => {
  await opened.db.delete(teamSessions)
  await opened.db.delete(teamAudit)
})

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

describe('sessions', () => {
  const person = { name: 'anna@example.com', role: 'viewer', signIn: 'oidc' } as const

  it('are found until they end', async () => {
    const session = { person, startedAt: at(0), seenAt: at(0) }
    await store.sessions.start('one', session)
    await store.sessions.start('two', session)
    expect(await store.sessions.find('one')).toEqual(session)
    await store.sessions.end('one')
    expect(await store.sessions.find('one')).toBeUndefined()
    expect(await store.sessions.find('two')).toEqual(session)
  })

  it('note the latest request, whichever process saw it', async () => {
    await store.sessions.start('one', { person, startedAt: at(0), seenAt: at(0) })
    await store.sessions.see('one', at(5))
    await store.sessions.see('one', at(3))
    expect(await store.sessions.find('one')).toMatchObject({ startedAt: at(0), seenAt: at(5) })
  })

  it('are removed once they are too old', async () => {
    await store.sessions.start('old', { person, startedAt: at(0), seenAt: at(9) })
    await store.sessions.start('new', { person, startedAt: at(5), seenAt: at(5) })
    await store.sessions.sweep(at(5))
    expect(await store.sessions.find('old')).toBeUndefined()
    expect(await store.sessions.find('new')).toBeDefined()
  })
})

describe('audit', () => {
  const entry = (person: string, operation: string, minute = 0) => ({
    at: at(minute),
    person,
    role: 'operator' as const,
    session: 'abc',
    address: '10.0.0.7',
    operation,
    ids: { agentId: 'a-1' },
    status: null,
    duration: null,
  })

  it('lists what was done, the newest first, by person and operation, page by page', async () => {
    const ids: number[] = []
    for (const [person, operation] of [
      ['anna', 'createAgent'],
      ['ben', 'createAgent'],
      ['anna', 'deleteFile'],
    ] as const)
      ids.push(await store.audit.begin(entry(person, operation)))
    const list = async (query: Parameters<typeof store.audit.list>[0]) =>
      (await store.audit.list(query)).map(({ id }) => ids.indexOf(id))
    expect(await list({ limit: 10 })).toEqual([2, 1, 0])
    expect(await list({ limit: 2 })).toEqual([2, 1])
    expect(await list({ limit: 2, before: ids[1] })).toEqual([0])
    expect(await list({ limit: 10, person: 'anna' })).toEqual([2, 0])
    expect(await list({ limit: 10, person: 'anna', operation: 'createAgent' })).toEqual([0])
    await store.audit.begin({ ...entry('eve@elsewhere.example', 'signIn'), role: null })
    expect(await store.audit.people()).toEqual(['anna', 'ben'])
  })

  it('completes an entry with what came of it', async () => {
    const id = await store.audit.begin(entry('anna', 'createAgent'))
    await store.audit.end(id, { status: 201, duration: 12, ids: { agentId: 'a-2' } })
    expect(await store.audit.list({ limit: 1 })).toEqual([
      { ...entry('anna', 'createAgent'), id, status: 201, duration: 12, ids: { agentId: 'a-2' } },
    ])
  })

  it('forgets what is old', async () => {
    await store.audit.begin(entry('anna', 'createAgent', 0))
    await store.audit.begin(entry('anna', 'deleteFile', 9))
    await store.audit.sweep(at(5))
    expect(await store.audit.list({ limit: 9 })).toMatchObject([{ operation: 'deleteFile' }])
  })
})
