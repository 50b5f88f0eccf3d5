import { expect, it } from 'vitest'
import type { StoredAgent } from '../../queries/agents'
import type { LabRun, LabScenario } from '../../queries/lab-records'
import { type LabPart, listOfPart, testedText, versionText, wholeAt } from './-lab-data'

const scenario: LabScenario = { key: '1', id: 1, labAgentId: 7, tags: [] }

const part: LabPart<LabScenario> = {
  items: [scenario],
  isPending: false,
  isFetching: false,
  isSilent: false,
  cutShort: false,
  listed: true,
  error: null,
  refetch: () => undefined,
}

it('an agent without scenarios has none only where they could be read', () => {
  expect(listOfPart(part, []).rows).toEqual([])
  const stopped = { ...part, error: new Error('gone') }
  expect(listOfPart(stopped, []).rows).toBeUndefined()
  expect(listOfPart(stopped, [scenario]).rows).toEqual([scenario])
})

it('the version of a run is called by its number, from whoever says it, else by its id alone', () => {
  const run = { key: '1', id: 1, sent: { request: {}, versionId: 'version-7' } } as unknown as LabRun
  const agent = { agentId: 'a', versions: [{ versionId: 'version-7', number: 3 }] } as unknown as StoredAgent
  expect(versionText(run, agent)).toBe('Version 3')
  expect(testedText(run, { ...agent, name: 'Desk' })).toBe('Desk, version 3')
  expect(testedText(run, undefined)).toBe('version-7')
  expect(versionText(run, undefined)).toBe('version-7')
})

it('a list is whole where the service has no more and all of it could be read', () => {
  const list = { items: [], unreadable: [], begunAt: '2026-01-01' }
  expect(wholeAt(list)).toBe('2026-01-01')
  for (const other of [null, undefined, { ...list, nextCursor: 'n' }, { ...list, unreadable: [1] }])
    expect(wholeAt(other)).toBeUndefined()
})
