import type { Page } from 'playwright/test'
import { seriousFindings } from './accessibility'
import { addForeignAgent, labReplies } from './lab-steps'
import { serveReplies } from './other-service'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

const AGENT = { agentId: 'agent-a', versionId: 'version-a', labId: 41, name: 'Renewals' }

async function generate(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/testing-lab/generate?agent=${AGENT.agentId}`)
  await expect(page.getByLabel('Testing lab agent id')).toHaveValue('41')
  await page.getByRole('button', { name: 'Generate scenarios' }).click()
}

async function run(page: Page, origin: string, scenarios: string): Promise<void> {
  await page.goto(
    `${origin}/testing-lab/run?agent=${AGENT.agentId}&version=${AGENT.versionId}&scenarios=${scenarios}`,
  )
  await page.getByRole('button', { name: 'Run scenarios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('region', { name: 'Result' })).toBeVisible()
}

test('where the service only takes runs, a person enters verdicts, and they count as evidence', async ({
  page,
  stack,
}) => {
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await addForeignAgent(page, console.origin, AGENT)
  service.answer(
    labReplies({
      generate: [
        {
          id: 5,
          name: 'Hours',
          agent: 41,
          instructions: 'Ask when it opens.',
          expected_outcome_prompt: 'Says nine.',
        },
        { id: 6, name: 'Refunds', agent: 41, instructions: 'Ask for money.', metrics: [9] },
        { id: 8, name: 'Rude', agent: 41, expected_outcomes: [{ id: '1', text: 'Stays calm.' }] },
      ],
      run: {
        id: 71,
        agent: 41,
        status: 'pending',
        runs: [
          { id: 701, status: 'pending', scenario: 5, number: 1 },
          { id: 702, status: 'pending', scenario: 6, number: 1 },
        ],
      },
    }),
  )
  await generate(page, console.origin)
  const generated = page.getByRole('region', { name: '3 scenarios came back' }).getByRole('listitem')
  await expect(generated.filter({ hasText: 'Rude' })).toContainText('Stays calm.')
  await expect(generated.filter({ hasText: 'Refunds' })).toContainText('Expected outcome not reported')
  await page.getByRole('link', { name: 'Show in Testing lab' }).click()
  await expect(
    page.getByText('Only those generated or added in this browser. The service lists no scenarios.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Write a scenario' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add scenario by id' }).click()
  const adding = page.getByRole('dialog', { name: 'Add scenario by id' })
  await adding.getByLabel('Id', { exact: true }).fill('7')
  await adding.getByLabel('Name').fill('Made elsewhere')
  await adding.getByRole('button', { name: 'Add scenario' }).click()
  const listed = page.getByRole('table', { name: 'Scenarios' }).getByRole('row')
  await expect(listed).toHaveCount(5)
  // Added again without a name, it keeps the one that it has.
  await page.getByRole('button', { name: 'Add scenario by id' }).click()
  await adding.getByLabel('Id', { exact: true }).fill('7')
  await adding.getByRole('button', { name: 'Add scenario' }).click()
  await expect(adding).toHaveCount(0)
  await expect(listed.filter({ hasText: 'Made elsewhere' })).toHaveCount(1)

  await run(page, console.origin, '5,6')
  // The service documents no field for the version, so it is noted here and not sent.
  expect(service.sent.at(-1)?.body).toEqual({ agent_id: 41, scenarios: [5, 6], frequency: 1 })
  await expect(page.getByText('This service does not report its runs.')).toBeVisible()
  await expect(page.getByText('noted here, not reported by the service')).toBeVisible()
  const hours = page.getByRole('group', { name: 'Verdict of Hours' })
  const refunds = page.getByRole('group', { name: 'Verdict of Refunds' })
  // A note is stored with its verdict, so there is none before, which would be lost.
  await expect(refunds.getByLabel('Note')).toHaveCount(0)
  await refunds.getByRole('button', { name: 'Failed' }).click()
  const colleague = await page.context().newPage()
  await colleague.goto(page.url())
  const theirs = colleague.getByRole('group', { name: 'Verdict of Refunds' })
  await expect(theirs.getByLabel('Note')).toHaveValue('')
  await refunds.getByLabel('Note').fill('Promised too much')
  await hours.getByRole('button', { name: 'Passed' }).click()
  // Who saw the run before has the note, and takes nothing of it back.
  await expect(theirs.getByLabel('Note')).toHaveValue('Promised too much')
  await theirs.getByLabel('Note').focus()
  await colleague.keyboard.press('Tab')
  await theirs.getByRole('button', { name: 'Failed' }).click()
  await colleague.close()
  await expect(hours.getByRole('button', { name: 'Passed' })).toHaveAttribute('aria-pressed', 'true')
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('1 passed, 1 failed of 2 scenarios, judged by hand')
  await page.reload()
  await expect(result).toContainText('50% passed')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Use as evidence' }).click()
  await expect(page.getByText('Saved as evidence')).toBeVisible()

  await page.getByRole('button', { name: /^Deploy version/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Deploy version/i })
  await expect(dialog).toContainText('Promised too much')
  await expect(dialog).toContainText('entered by hand')
  await expect(dialog.getByLabel('Reason')).toBeVisible()
  await dialog.getByRole('link', { name: 'Show the run' }).click()
  await page.getByRole('link', { name: 'Run the failed ones' }).first().click()
  await expect(page.getByText('1 scenario × 1 = 1 conversation')).toBeVisible()
  // Which the service has, or not: it does not say.
  await expect(page.getByText('no expected outcome')).toHaveCount(0)

  await page.goto(`${console.origin}/activity`)
  await page
    .getByRole('row', { name: /Run started/ })
    .getByRole('cell')
    .first()
    .click()
  const told = page.getByRole('dialog').getByRole('region', { name: 'Result' })
  await expect(told).toContainText('Failed')
  await expect(told).toContainText('1 of 2')
  await expect(told).toContainText('Judged by hand')
  await service.close()
})

test('while a run goes on, a result that none has yet is not one that nothing matches', async ({
  page,
  stack,
}) => {
  const running = {
    id: 71,
    agent: 41,
    status: 'running',
    runs: [{ id: 701, status: 'pending', scenario: 5 }],
  }
  const service = await serveReplies({
    'GET /api/v1/testing-lab/runs': { runs: [running] },
    'GET /api/v1/testing-lab/runs/71': running,
  })
  const { origin } = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${origin}/testing-lab/runs/71?show=not-passed`)
  await expect(page.getByText('None so far. The run goes on.')).toBeVisible()
  await expect(page.getByText('Nothing matches')).toHaveCount(0)
  await service.close()
})

test('the id of the agent that is chosen takes the place of what was typed, also where only its own record tells it', async ({
  page,
  stack,
}) => {
  const service = await serveReplies({
    'GET /api/v1/agents': { agents: [{ id: 'agent-b', name: 'Bookings' }] },
    'GET /api/v1/agents/agent-b/versions': {
      agent: { id: 'agent-b', name: 'Bookings', cekuraAgentId: 15 },
      versions: [{ id: 'version-b', version: 1 }],
    },
  })
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}/testing-lab/generate`)
  const id = page.getByLabel('Testing lab agent id')
  await id.fill('7')
  await page.getByRole('combobox', { name: 'Agent' }).fill('agent-b')
  await page.getByRole('combobox', { name: 'Agent' }).press('Tab')
  await expect(id).toHaveValue('15')
  await service.close()
})

test('the version that was chosen for one run is not taken for the next', async ({ page, stack }) => {
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.setViewportSize({ width: 1_700, height: 900 })
  await addForeignAgent(page, console.origin, AGENT)
  for (const id of [71, 72]) {
    service.answer(labReplies({ run: { id, agent: 41, name: `Run ${id}`, runs: [{ id, scenario: 5 }] } }))
    await page.goto(`${console.origin}/testing-lab/run?scenarios=5`)
    await page.getByLabel('Testing lab agent id').fill('41')
    await page.getByRole('button', { name: 'Run scenarios' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('button', { name: 'Passed' }).click()
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('100% passed')
  }
  const chosen = page.getByLabel('To use the result as evidence, say which version was tested.')
  await chosen.selectOption({ index: 1 })
  const use = page.getByRole('button', { name: 'Use as evidence' })
  await expect(use).toBeVisible()
  const runs = page.getByRole('navigation', { name: 'Runs' }).getByRole('link')
  await runs.and(page.locator(':not([aria-current])')).click()
  await expect(page).toHaveURL(/runs\/71$/)
  await expect(chosen).toHaveValue('')
  await expect(use).toHaveCount(0)
  await service.close()
})

/** Three invented replies, and one that cannot be read; with that of beyond.md the journey above goes on. How each shape is read is tested in `run.test.ts`. */
const SHAPES: [
  name: string,
  replies: { generate: unknown; run: unknown },
  shown: string[],
  runShown: string[],
  runUntrue?: string[],
][] = [
  [
    'wrapped, with other words',
    {
      generate: {
        scenarios: [{ scenario_id: '12', title: 'Wants a refund', description: 'You want money.' }],
        pagination: {},
      },
      run: {
        run: {
          run_id: '102',
          state: 'done',
          weather: 'fine',
          conversations: [
            {
              conversationId: 'c',
              state: 'finished',
              scenarioId: 12,
              result: 'fail',
              reason: 'It promised too much.',
            },
          ],
        },
      },
    },
    ['Wants a refund', 'You want money.'],
    ['0% passed', 'It promised too much.', 'fine'],
    ['does not report its runs'],
  ],
  [
    'one level deeper, an unknown state',
    {
      generate: {
        data: { scenarios: [{ scenario: { id: 13, name: 'Is rude', expectedOutcome: 'Stays calm.' } }] },
      },
      run: { data: { run: { id: 103, status: 'on hold', queue: { place: 'the seventh' } } } },
    },
    ['Is rude', 'Stays calm.'],
    ['on hold', 'the seventh'],
  ],
  [
    'ids alone, and a verdict nobody knows',
    {
      generate: { result: [14, 15] },
      run: {
        result: {
          id: 104,
          phase: 'Completed',
          executions: { items: [{ runId: 9, phase: 'ended', scenarioId: 14, verdict: 'splendid' }] },
        },
      },
    },
    ['14', '15'],
    ['Completed', 'splendid'],
  ],
  [
    'nothing that could be read',
    { generate: { task: 'writing-them-now', eta: 30 }, run: { queued: 'certainly' } },
    ['no scenario could be read', 'writing-them-now'],
    ['Accepted', 'certainly'],
  ],
]

test('what comes back is shown without loss, whatever it is', async ({ page, stack }) => {
  // Scenarios are generated and run four times, on one console.
  test.slow()
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await addForeignAgent(page, console.origin, AGENT)
  const main = page.getByRole('main')
  for (const [name, replies, shown, runShown, runUntrue = []] of SHAPES)
    await test.step(name, async () => {
      service.answer(labReplies(replies))
      await generate(page, console.origin)
      await expect(page.getByRole('link', { name: 'Show in Testing lab' })).toBeVisible()
      for (const text of shown) await expect(main).toContainText(text)
      await run(page, console.origin, '11')
      for (const details of await main.locator('details').all())
        await details.evaluate((each) => each.setAttribute('open', ''))
      for (const text of runShown) await expect(main).toContainText(text)
      for (const text of runUntrue) await expect(main).not.toContainText(text)
    })
  await service.close()
})
