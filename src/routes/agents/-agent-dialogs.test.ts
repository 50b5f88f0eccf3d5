import { expect, it } from 'vitest'
import { judgeChanges } from '../-shared/changed-fields'
import { addAgentResolver, type ByIdValues, detailsResolver, nothingById, toEntered } from './-agent-dialogs'

const errorsOf = async (values: ByIdValues) =>
  (await addAgentResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })).errors

it('wants an id that can stand in an address, and nothing else', async () => {
  expect(await errorsOf({ ...nothingById, agentId: ' agent-1 ' })).toEqual({})
  expect((await errorsOf({ ...nothingById, agentId: '  ' })).agentId?.message).toBe('Agent id is needed')
  expect((await errorsOf({ ...nothingById, agentId: '../x' })).agentId?.message).toMatch(/letters, digits/)
  expect((await errorsOf({ ...nothingById, agentId: 'a', versionId: 'a/b' })).versionId?.message).toMatch(
    /letters/,
  )
})

it('lets an agent be renamed whose description is longer than ours', async () => {
  const begun = { name: 'Desk', description: 'x'.repeat(3_000), atService: true }
  const judge = async (values: typeof begun) =>
    Object.keys(
      (await judgeChanges(detailsResolver, begun)(values, undefined, { fields: {} } as never)).errors,
    )
  expect(await judge({ ...begun, name: 'Front desk' })).toEqual([])
  expect(await judge({ ...begun, description: `${begun.description}!`, name: '' })).toEqual([
    'name',
    'description',
  ])
})

it('wants a whole number for the testing lab', async () => {
  expect(
    (await errorsOf({ ...nothingById, agentId: 'a', testingLabId: Number.NaN })).testingLabId?.message,
  ).toMatch(/whole number/)
  expect((await errorsOf({ ...nothingById, agentId: 'a', testingLabId: 1.5 })).testingLabId?.message).toMatch(
    /whole/,
  )
  expect((await errorsOf({ ...nothingById, agentId: 'a', testingLabId: 0 })).testingLabId?.message).toMatch(
    /at least 1/,
  )
  expect(await errorsOf({ ...nothingById, agentId: 'a', testingLabId: 3_000_000_000 })).toEqual({})
})

it('tells the ledger what was typed, without spaces and without what is empty', () => {
  expect(toEntered({ ...nothingById, agentId: ' a ', name: ' ', deployed: true })).toEqual({
    agentId: 'a',
    name: undefined,
    versionId: undefined,
    deployed: false,
    testingLabId: undefined,
  })
  expect(
    toEntered({
      agentId: 'a',
      name: 'b',
      versionId: ' v ',
      versionLabel: ' l ',
      deployed: true,
      testingLabId: 7,
    }),
  ).toEqual({
    agentId: 'a',
    name: 'b',
    versionId: 'v',
    versionLabel: 'l',
    deployed: true,
    testingLabId: 7,
  })
})
