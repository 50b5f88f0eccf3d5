import { describe, expect, it } from 'vitest'
import { countRun, readTestRun, runStateOf, runVerdictOf } from './run'
import { listRuns, readRun } from './runs'
import { readScenario } from './scenario'
import { generateScenarios, listScenarios, runScenarios, updateScenario } from './testing-lab'

/** As beyond.md shows it, then three of our own making. */
const RUNS: [string, unknown][] = [
  [
    'as real services answer',
    {
      id: 7,
      agent: 3,
      status: 'completed',
      runs: [{ id: 70, status: 'completed', scenario: 5, scenario_name: 'Hours', number: 1, success: true }],
    },
  ],
  [
    'wrapped, ids as texts, state under another name',
    {
      run: {
        run_id: '7',
        agentId: '3',
        state: 'done',
        conversations: [
          {
            conversationId: '70',
            state: 'finished',
            scenario: { id: 5, title: 'Hours' },
            iteration: '1',
            result: 'pass',
          },
        ],
      },
    },
  ],
  [
    'one level deeper, conversations by id',
    {
      data: {
        run: {
          id: 7,
          agent: { id: 3, name: 'A' },
          run_status: 'finished',
          results: {
            a: {
              id: 70,
              status: 'success',
              scenario_id: 5,
              name: 'Hours',
              repetition: 1,
              evaluation: { passed: true },
            },
          },
        },
      },
    },
  ],
  [
    'in a list of their own',
    {
      result: {
        id: 7,
        agent_id: 3,
        phase: 'Completed',
        executions: {
          items: [
            {
              runId: 70,
              phase: 'ended',
              scenarioId: '5',
              scenarioName: 'Hours',
              number: 1,
              verdict: 'SUCCESS',
            },
          ],
        },
      },
    },
  ],
]

describe.each(RUNS)('a run %s', (_, reply) => {
  it('is read', () => {
    const expected = {
      id: 7,
      agentId: 3,
      state: 'completed',
      conversations: [
        { id: 70, state: 'completed', scenarioId: 5, scenarioName: 'Hours', number: 1, verdict: 'passed' },
      ],
    }
    expect(readRun.reply.parse(reply)).toMatchObject(expected)
    expect(runScenarios.reply.parse(reply).record).toMatchObject(expected)
    expect(countRun(readRun.reply.parse(reply))).toMatchObject({ total: 1, passed: 1, failed: 0, broken: 0 })
  })
})

it('keeps what it does not know, and what it cannot read', () => {
  const run = readTestRun({
    id: 1,
    status: 'paused',
    colour: 'red',
    results: { passed: 3 },
    runs: [{ id: 2, verdict: 'splendid', transcript: [{ role: 'agent', content: 'a' }, 7], cost: 3 }],
  })
  expect(run).toMatchObject({
    status: 'paused',
    state: undefined,
    other: { colour: 'red', results: { passed: 3 } },
  })
  expect(run?.conversations?.[0]).toMatchObject({
    verdict: undefined,
    transcript: undefined,
    other: { verdict: 'splendid', transcript: [{ role: 'agent', content: 'a' }, 7], cost: 3 },
  })
})

it.each([
  [
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
    ],
  ],
  [
    [
      { speaker: 'Testing agent', text: 'a' },
      { speaker: 'Main Agent', text: 'b' },
    ],
  ],
  [
    {
      turns: [
        { who: 'caller', said: 'a' },
        { who: 'agent', said: 'b' },
      ],
    },
  ],
])('reads who said what in %j', (transcript) => {
  expect(readTestRun({ runs: [{ transcript }] })?.conversations?.[0]?.transcript).toMatchObject([
    { who: 'customer', text: 'a' },
    { who: 'agent', text: 'b' },
  ])
})

it('takes a transcript of one text, ids alone, and counts without conversations', () => {
  expect(readTestRun({ runs: [{ transcript: 'A: hello' }] })?.conversations?.[0]?.transcript).toMatchObject([
    { text: 'A: hello' },
  ])
  expect(readTestRun({ id: 1, runs: [4, 5] })?.conversations).toMatchObject([{ id: 4 }, { id: 5 }])
  const counted = listRuns.reply.parse({ runs: [{ id: 1, counts: { total: 4, passed: 3, failed: 1 } }] })
    .items[0]
  expect(counted && countRun(counted)).toMatchObject({ total: 4, passed: 3, failed: 1 })
})

it.each([undefined, null, {}, [], 'ok', { success: true }, { data: {} }])(
  'does not take %j for a run',
  (reply) => {
    expect(readRun.reply.safeParse(reply).success).toBe(false)
    expect(runScenarios.reply.parse(reply).record).toBeUndefined()
  },
)

it('knows states and verdicts by many words, and guesses none', () => {
  expect(['queued', 'In progress', 'FINISHED', 'timed out', 'odd', undefined].map(runStateOf)).toEqual([
    'pending',
    'running',
    'completed',
    'failed',
    undefined,
    undefined,
  ])
  expect([true, 'Not met', 'inconclusive', { success: false }, 0, null].map(runVerdictOf)).toEqual([
    'passed',
    'failed',
    'unclear',
    'failed',
    undefined,
    undefined,
  ])
})

const SCENARIO = { id: 3, name: 'n', instructions: 'i', expectedOutcome: 'e', tags: ['a', 'b'], agentId: 9 }

it.each([
  [
    [
      {
        id: 3,
        name: 'n',
        agent: 9,
        instructions: 'i',
        expected_outcome_prompt: 'e',
        tags: ['a', 'b'],
        runs: [1],
      },
    ],
  ],
  [
    {
      scenarios: [
        {
          scenario_id: '3',
          title: 'n',
          agent_id: '9',
          description: 'i',
          expected_outcome: 'e',
          labels: 'a, b',
          runs: [1],
        },
      ],
    },
  ],
  [
    {
      data: {
        scenarios: [
          {
            scenario: {
              id: 3,
              name: 'n',
              agent: 9,
              instructions: 'i',
              expectedOutcome: 'e',
              tags: ['a', 'b'],
              runs: [1],
            },
          },
        ],
      },
    },
  ],
  [
    {
      result: [
        {
          id: '3',
          name: 'n',
          agentId: 9,
          instructions: 'i',
          expectedOutcome: 'e',
          tags: [{ name: 'a' }, { name: 'b' }],
          runs: [1],
        },
      ],
    },
  ],
])('reads the scenarios of %j', (reply) => {
  for (const { reply: reader } of [generateScenarios, listScenarios])
    expect(reader.parse(reply).items).toMatchObject([{ ...SCENARIO, runIds: [1], other: {} }])
})

it.each([
  [{ expected_outcomes: [{ id: '1', text: 'e' }, { name: 'f' }, 'g'] }, 'e\nf\ng'],
  [{ expected_outcome_prompt: null, expectedOutcomes: ['e'] }, 'e'],
  [{ expected_outcome_prompt: '', expected_outcomes: ['e'] }, 'e'],
  [{ expected_outcome_prompt: '' }, ''],
  [{ expected_outcomes: [] }, ''],
  [{ expected_outcomes: [{ metric: 9 }] }, undefined],
  [{ expected_outcome: null }, undefined],
])('reads the expected outcome of %j, and tells none from what is not reported', (fields, expected) => {
  expect(readScenario({ id: 1, ...fields })?.expectedOutcome).toBe(expected)
})

it('reads a scenario that was changed, bare or wrapped, and ids that are no numbers', () => {
  for (const reply of [{ id: 'a-1', name: 'n' }, { scenario: { id: 'a-1', name: 'n' } }])
    expect(updateScenario.reply.parse(reply).record).toMatchObject({ id: 'a-1', name: 'n' })
  expect(readScenario({ name: 'no id' })).toBeUndefined()
})

it('takes any answer to a generation, and reads as scenarios only what looks like some', () => {
  const read = (raw: unknown) => generateScenarios.reply.parse(raw)
  expect(read({ scenario: { id: 4, name: 'n' } }).items).toMatchObject([{ id: 4 }])
  expect(read({ result: [7, '8'] }).items).toMatchObject([{ id: 7 }, { id: 8 }])
  for (const raw of [{ id: 5, status: 'pending' }, undefined, 'ok', { scenarios: 'later' }])
    expect(read(raw)).toEqual({ items: [], unreadable: [], raw })
  expect(read([{ id: 1 }, null])).toMatchObject({ items: [{ id: 1 }], unreadable: [null] })
})

it('keeps an id that is no integer as the text it is', () => {
  const idOf = (id: unknown) => readRun.reply.parse({ run: { id, status: 'done' } })?.id
  expect(['7', '007', '1e3', '9007199254740993', 12].map(idOf)).toEqual([
    7,
    '007',
    '1e3',
    '9007199254740993',
    12,
  ])
})

it('takes no number for an id that is another one by the time it is read', () => {
  expect(readRun.reply.parse(JSON.parse('{"id":9007199254740993,"status":"done"}'))?.id).toBeUndefined()
})

it('takes a bare "no" for a verdict only of a conversation that has ended', () => {
  const verdictOf = (each: object) =>
    readRun.reply.parse({ id: 1, runs: [each] })?.conversations?.[0]?.verdict
  for (const status of ['pending', 'running'])
    expect(verdictOf({ id: 2, status, success: false }), status).toBeUndefined()
  // What is not understood may be how a conversation ended.
  for (const status of ['completed', 'brand new'])
    expect(verdictOf({ id: 2, status, success: false })).toBe('failed')
  expect(verdictOf({ id: 2, status: 'running', success: true })).toBe('passed')
  expect(verdictOf({ id: 2, success: false })).toBe('failed')
  expect(verdictOf({ id: 2, status: 'running', verdict: 'failed' })).toBe('failed')
})

it('takes no phone number for the number of a repetition', () => {
  const read = (number: unknown) =>
    readRun.reply.parse({ id: 1, runs: [{ id: 2, number }] })?.conversations?.[0]
  expect(read('+15551234567')).toMatchObject({ other: { number: '+15551234567' } })
  for (const none of ['+15551234567', 0, 1.5, -1]) expect(read(none)?.number).toBeUndefined()
  expect([read(3)?.number, read('3')?.number]).toEqual([3, 3])
})
