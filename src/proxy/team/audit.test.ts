import { expect, it, onTestFinished } from 'vitest'
import { startUpstream } from '../console.fixture'
import { openAudit } from './audit'
import { openMemoryStore } from './memory-store.fixture'

async function open(count: number, entry: object = {}) {
  const store = openMemoryStore()
  const audit = openAudit(store.audit, 30)
  onTestFinished(audit.close)
  for (let at = 0; at < count; at += 1)
    await audit.begin({
      at: new Date(Date.UTC(2026, 0, 1, 0, at)),
      person: at % 2 === 0 ? 'anna' : 'ben',
      role: 'operator',
      session: 'abc',
      address: '10.0.0.7',
      operation: at % 3 === 0 ? 'createAgent' : 'deleteFile',
      ids: { agentId: 'a-1', versionId: 'v-2' },
      status: 201,
      duration: 12,
      ...entry,
    })
  const origin = await startUpstream((request, response) => {
    if (!audit.answer(request, response)) response.writeHead(418).end()
  })
  return { store, ask: (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init) }
}

it('lists what was done page by page, the newest first', async () => {
  const { ask } = await open(250)
  const sizes: number[] = []
  const seen: number[] = []
  let before: string | undefined = ''
  while (before !== undefined) {
    const page = await (await ask(`/console/audit${before && `?before=${before}`}`)).json()
    sizes.push(page.entries.length)
    seen.push(...page.entries.map(({ id }: { id: number }) => id))
    expect(page.people).toEqual(before === '' ? ['anna', 'ben'] : undefined)
    before = page.next === undefined ? undefined : String(page.next)
  }
  expect(sizes).toEqual([100, 100, 50])
  expect(seen).toEqual(Array.from({ length: 250 }, (_, at) => 250 - at))
})

it('tells of one person or one operation', async () => {
  const { ask } = await open(6)
  const page = async (search: string) => (await (await ask(`/console/audit?${search}`)).json()).entries
  expect(await page('person=anna')).toHaveLength(3)
  expect(await page('person=anna&operation=createAgent')).toEqual([
    {
      id: 1,
      at: '2026-01-01T00:00:00.000Z',
      person: 'anna',
      role: 'operator',
      session: 'abc',
      address: '10.0.0.7',
      operation: 'createAgent',
      ids: { agentId: 'a-1', versionId: 'v-2' },
      status: 201,
      duration: 12,
    },
  ])
})

it.each([
  ...['before=0', 'before=a', 'before=1;drop', 'other=1', `person=${'a'.repeat(321)}`],
  // No store finds these.
  ...['person=%00', 'operation=%00', 'operation=a%00'],
])('refuses to be asked by %s', async (search) => {
  const { ask } = await open(1)
  expect((await ask(`/console/audit?${search}`)).status).toBe(400)
})

it('answers nothing but reads of its own addresses', async () => {
  const { ask } = await open(1)
  expect((await ask('/console/audit', { method: 'DELETE' })).status).toBe(405)
  expect((await ask('/console/audits')).status).toBe(418)
})

it('is downloaded whole as CSV that no spreadsheet calculates with', async () => {
  const { ask } = await open(1_100)
  const answer = await ask('/console/audit.csv')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="audit.csv"')
  const lines = (await answer.text()).split('\r\n')
  expect(lines).toHaveLength(1_102)
  expect(lines[0]).toBe('at,person,role,address,operation,ids,status,duration,session')
  expect(lines[1100]).toBe(
    '2026-01-01T00:00:00.000Z,anna,operator,10.0.0.7,createAgent,agentId=a-1 versionId=v-2,201,12,abc',
  )
  const evil = await open(1, { person: '=1+1', address: 'a"b,c', status: null })
  expect((await (await evil.ask('/console/audit.csv')).text()).split('\r\n')[1]).toBe(
    `2026-01-01T00:00:00.000Z,'=1+1,operator,"a""b,c",createAgent,agentId=a-1 versionId=v-2,,12,abc`,
  )
  // As the console's own exports do: also after spaces.
  const spaced = await open(1, { person: ' =1+1', address: '\t@sum' })
  expect((await (await spaced.ask('/console/audit.csv')).text()).split('\r\n')[1]).toContain(
    `,' =1+1,operator,"'\t@sum",`,
  )
})

it('is downloaded as lines of JSON, of one person if wanted', async () => {
  const { ask } = await open(9)
  const lines = (await (await ask('/console/audit.jsonl?person=ben')).text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([8, 6, 4, 2])
})

it('says that the store does not answer', async () => {
  const { ask, store } = await open(1)
  store.audit.list = () => Promise.reject(new Error('away'))
  for (const path of ['/console/audit', '/console/audit.csv']) {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  }
})
