import type { Page } from 'playwright/test'
import { makePdf } from '../src/service/ingestion/make-pdf'
import { seriousFindings } from './accessibility'
import { createAgent, deploy, sideScroll, watchRequests } from './agent-steps'
import { consoleBehind } from './console-behind'
import type { TestDocument } from './documents'
import { gate } from './front'
import { addDocuments, button, fileName, haveCollection, row } from './knowledge-steps'
import { needs } from './needs'
import { expect, test, unique } from './screen'
import { addAgent, addVersion, makeAgent, shownAgent } from './version-steps'

const panel = (page: Page) => page.getByRole('dialog', { name: /^Try / })
const turns = (page: Page) => panel(page).getByRole('list', { name: 'Conversation' }).locator(':scope > li')
const answers = (page: Page) => panel(page).getByRole('article', { name: /^Answer of / })
const field = (page: Page) => panel(page).getByLabel('Message as the customer')

async function say(page: Page, text: string): Promise<void> {
  const before = await turns(page).count()
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(turns(page)).toHaveCount(before + 1)
  await expect(
    answers(page)
      .last()
      .getByText(/^Whole answer/),
  ).toBeVisible()
}

/** Lines enough that what is said in the middle of a page is in no passage that begins before it. */
const filled = (said: string, where: string) => {
  const lines = Array.from(
    { length: 36 },
    (_, at) => `At the ${where} number ${at + 1} somebody helps with forms.`,
  )
  return [...lines.slice(0, 26), said, ...lines.slice(26)]
}

/** A PDF whose second page says how long refunds take. */
const policy = (name: string, refunds: string): TestDocument => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    makePdf({
      pages: [
        filled('Parcels are sent within two working days.', 'parcel counter'),
        filled(refunds, 'money office'),
        filled('The shop opens at nine and closes at six.', 'front door'),
      ],
    }),
  ),
})

const opensFirst = { firstMessage: 'Welcome to the returns desk.' }

test('a version that uses the knowledge base without a collection is said to have none, when it is tried and when it is deployed', async ({
  page,
}) => {
  needs('tryVersion', 'listAgentVersions')
  await createAgent(page, unique('Bare desk'))
  await page.getByRole('checkbox', { name: 'Use knowledge base' }).check()
  await button(page, 'Try version').click()
  await expect(answers(page).getByText(/^Whole answer/)).toBeVisible()
  await say(page, 'Within how many days are refunds paid?')
  await expect(answers(page).last()).toContainText('No collection attached')
  await page.getByRole('checkbox', { name: 'Use knowledge base' }).uncheck()
  await say(page, 'Within how many days are refunds paid?')
  await expect(answers(page).last()).toContainText('Uses no knowledge')
  await page.getByRole('checkbox', { name: 'Use knowledge base' }).check()
  await page.keyboard.press('Escape')
  await button(page, 'Save version').click()
  await expect(page.getByText('The version was saved')).toBeVisible()
  await button(page, 'Deploy version').click()
  const dialog = page.getByRole('dialog', { name: /^Deploy version/i })
  await expect(dialog).toContainText('It uses the knowledge base and has no collection')
  await expect(dialog).toContainText('No documents: no collection is attached')
  await expect(dialog.getByLabel('Reason')).toBeVisible()
})

test('a form with a wrong field is not asked: the panel says how many and leads to the first', async ({
  page,
}) => {
  needs('tryVersion', 'listAgentVersions', 'updateAgentVersion')
  const versionId = await addAgent(page, unique('Held desk'), 'You are brief.', opensFirst)
  await page.goto(`${page.url()}?version=${versionId}`)
  await button(page, 'Add variable').click()
  const name = page.getByLabel('Variable name')
  await expect(name).toBeFocused()
  const asked = watchRequests(page, 'POST', '/try')
  await button(page, 'Try version').click()
  await expect(panel(page).getByText('1 field to correct')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true')
  await panel(page).getByRole('button', { name: 'Go to it' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Variable name is needed')
  expect(asked).toHaveLength(0)
  await name.fill('customer')
  await expect(answers(page)).toContainText('Welcome to the returns desk.')

  // Nothing could be begun in its place.
  await name.fill('')
  const restart = panel(page).getByRole('button', { name: 'Restart' })
  await expect(restart).toHaveAttribute('aria-disabled', 'true')
  await restart.press('Enter')
  await expect(panel(page).getByText('1 field to correct')).toBeVisible()
  await expect(answers(page)).toContainText('Welcome to the returns desk.')

  // Where the panel covers the form, it goes first.
  await page.keyboard.press('Escape')
  for (const width of [1000, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await button(page, 'Try version').click()
    await panel(page).getByRole('button', { name: 'Go to it' }).click()
    await expect(panel(page)).toHaveCount(0)
    await expect(name).toBeFocused()
  }
})

test('an unsaved version answers from a PDF, shows the page, and answers otherwise when the file is replaced', async ({
  page,
  context,
}) => {
  needs('tryVersion', 'listAgentVersions', 'updateAgentVersion')
  const file = fileName('policy', '.pdf')
  await addDocuments(page, [policy(file, 'Refunds are paid within 14 days of the return.')])
  const collection = unique('Returns')
  await haveCollection(page, collection, [file])
  const name = unique('Returns desk')
  const versionId = await addAgent(page, name, 'You answer questions about returns.', opensFirst)
  const agentPage = page.url()

  await page.goto(`${agentPage}?version=${versionId}`)
  await page.getByRole('combobox', { name: 'Collections' }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.getByRole('combobox', { name: 'Collections' }).fill(collection)
  await page.keyboard.press('Enter')
  await page.getByLabel('Use knowledge base').check()
  await button(page, 'Try version').click()
  await expect(panel(page)).toContainText('Version 1, with unsaved changes')
  await expect(field(page)).toBeFocused()
  await expect(answers(page)).toContainText('Welcome to the returns desk.')

  await say(page, 'Within how many days are refunds paid?')
  const answer = answers(page).last()
  await expect(answer).toContainText('14 days')
  await expect(panel(page)).toContainText('without a language model')
  const source = answer.getByText(`${file}, page 2`, { exact: true })
  await source.click()
  const opened = context.waitForEvent('page')
  await answer.getByRole('link', { name: `Open page 2 of ${file} in a new tab` }).click()
  const preview = await opened
  await expect(preview.getByRole('textbox', { name: 'Page' })).toHaveValue('2')
  await preview.close()
  expect(await seriousFindings(page)).toEqual([])

  // The stored version knows nothing of it.
  await panel(page).getByLabel('Compare with').selectOption({ index: 1 })
  const stored = panel(page).getByRole('article', { name: /as stored/ })
  await expect(stored).toHaveCount(2)
  await expect(stored.last().getByText(/^Whole answer/)).toBeVisible()
  await expect(stored.last()).not.toContainText('14 days')
  await panel(page).getByLabel('Compare with').selectOption('')

  // Closed, opened, and loaded again: the conversation is there.
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(button(page, 'Try version')).toBeFocused()
  await button(page, 'Try version').click()
  await expect(turns(page)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await button(page, 'Save version').click()
  await expect(page.getByText('The version was saved')).toBeVisible()

  await page.goto('/knowledge/files')
  await row(page, file).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Replace file' }).click()
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose the new file').click()
  await (await chooser).setFiles([policy('new.pdf', 'Refunds are paid within 30 days of the return.')])
  await button(page, 'Start replacement').click()
  await expect(page.getByRole('region', { name: 'Affected agents' })).toContainText(name)
  await page.getByRole('checkbox', { name: 'I validated the answers with the new file' }).check()
  await button(page, 'Remove old file').click()
  const last = page.getByRole('listitem').filter({ hasText: 'Delete the old record' })
  await expect(last).toContainText('Waits for you')

  await page.goto(`${agentPage}?try=${versionId}`)
  await expect(turns(page)).toHaveCount(2)
  await panel(page).getByRole('button', { name: 'Ask again' }).click()
  await expect(answers(page).last()).toContainText('30 days')
  await expect(answers(page).last()).not.toContainText('14 days')
})

test('what is reported while a version is tried leaves "Send" free', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await createAgent(page, unique('Reported'))
  await expect(page.getByText('was created')).toBeVisible()
  await page
    .getByRole('button', { name: 'Try version' })
    .or(page.getByRole('link', { name: 'Try version' }))
    .first()
    .click()
  await field(page).fill('Hello')
  // The toast that says that the agent was created still stands.
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('was created')).toBeVisible()
  await panel(page).getByRole('button', { name: 'Send' }).click({ timeout: 1_000 })
  await expect(turns(page)).not.toHaveCount(0)
})

test('who sends, stops or asks again goes on typing', async ({ page, stack }) => {
  needs('tryVersion', 'listAgentVersions')
  const held = gate()
  let holds = false
  const { origin, close } = await consoleBehind(
    stack,
    () => undefined,
    ({ path }) => (holds && path.endsWith('/try') ? held.opened : undefined),
  )
  const { id, versionId } = await makeAgent(page, { name: unique('By hand'), origin, agentType: 'TEXT' })
  await page.goto(`${origin}/agents/${id}?try=${versionId}`)
  const last = answers(page).last()
  await field(page).fill('one about socks')
  await panel(page).getByRole('button', { name: 'Send' }).click()
  await expect(last.getByText(/^Whole answer/)).toBeVisible()
  await expect(field(page)).toBeFocused()
  await last.getByRole('button', { name: 'Ask again' }).click()
  await expect(last.getByText(/^Whole answer/)).toBeVisible()
  await expect(field(page)).toBeFocused()
  holds = true
  await field(page).fill('one about shoes')
  await field(page).press('Enter')
  await panel(page).getByRole('button', { name: 'Stop' }).click()
  await expect(last).toContainText('Stopped.')
  await expect(field(page)).toBeFocused()
  holds = false
  await last.getByRole('button', { name: 'Try again' }).click()
  await expect(last.getByText(/^Whole answer/)).toBeVisible()
  await expect(field(page)).toBeFocused()
  held.open()
  await close()
})

test('two versions answer the same messages; a turn is edited, and Undo brings the later ones back', async ({
  page,
}) => {
  needs('tryVersion', 'createAgentVersion')
  const name = unique('Shop desk')
  await addAgent(page, name, 'You help customers of the shop.', { firstMessage: 'Hello from the first.' })
  const agentPage = page.url()
  await addVersion(page, shownAgent(page), 'You help customers of the shop.', {
    firstMessage: 'Hello from the second.',
  })
  await page.goto(agentPage)
  await button(page, 'Try version').click()
  await expect(answers(page)).toHaveCount(1)
  await expect(answers(page)).toContainText('Hello from the second.')
  await say(page, 'one thing about socks')
  await say(page, 'another about shoes')

  await panel(page).getByLabel('Compare with').selectOption({ index: 1 })
  await expect(answers(page)).toHaveCount(6)
  await expect(turns(page).first()).toContainText('Hello from the first.')
  await expect(turns(page).first()).toContainText('Hello from the second.')
  await expect(panel(page).getByText(/^Whole answer/)).toHaveCount(6)
  expect(await sideScroll(page)).toBe(0)
  await say(page, 'and a third')
  await expect(answers(page)).toHaveCount(8)

  await turns(page).nth(1).getByRole('button', { name: 'Edit message' }).click()
  const edited = panel(page).getByLabel('Edited message')
  await expect(edited).toBeFocused()
  await expect(edited).toHaveValue('one thing about socks')
  await page.keyboard.press('Escape')
  await expect(edited).toHaveCount(0)
  await expect(panel(page)).toBeVisible()
  await turns(page).nth(1).getByRole('button', { name: 'Edit message' }).click()
  await edited.fill('one thing about hats')
  await edited.press('Enter')
  await expect(turns(page)).toHaveCount(2)
  await expect(turns(page).last()).toContainText('hats')
  await expect(panel(page)).toContainText('The message was changed, and 2 later turns removed.')
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(turns(page)).toHaveCount(4)
  await expect(turns(page).nth(1)).toContainText('socks')

  await panel(page).getByRole('button', { name: 'Restart' }).click()
  await expect(turns(page)).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(turns(page)).toHaveCount(4)

  // What is typed stays when the panel is closed, and when the page is loaded again.
  await field(page).fill('not sent yet')
  await page.keyboard.press('Escape')
  await page.reload()
  await button(page, 'Try version').click()
  await expect(field(page)).toHaveValue('not sent yet')
  await expect(turns(page)).toHaveCount(4)
  await expect(answers(page).last()).toBeInViewport()
})

test('a conversation becomes a scenario, and a version is tried from the deploy dialog', async ({ page }) => {
  needs('tryVersion', 'createScenario', 'listScenarios')
  const name = unique('Parcel desk')
  await addAgent(page, name, 'You help with parcels.', opensFirst)
  await button(page, 'Deploy version').click()
  const deploying = page.getByRole('dialog', { name: new RegExp(`^Deploy version .* of ${name}`) })
  await deploying.getByLabel('Reason').fill('Because it was tried')
  await deploying.getByRole('button', { name: 'Try version' }).click()
  await expect(answers(page)).toContainText('Welcome to the returns desk.')
  await say(page, 'Where is my parcel?')
  await say(page, 'I ordered it on Monday.')
  await panel(page).getByRole('button', { name: 'Make scenario' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write a scenario' })
  await expect(dialog.getByLabel('First message')).toHaveValue('Where is my parcel?')
  await expect(dialog.getByLabel('Instructions')).toHaveValue(
    /- Where is my parcel\?\n- I ordered it on Monday\.$/,
  )
  await dialog.getByLabel('Name').fill(unique('Lost parcel'))
  await dialog.getByRole('button', { name: 'Create scenario' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(deploying.getByLabel('Reason')).toHaveValue('Because it was tried')
})

test('what was opened last is on top, a version tried or deployed, and the focus goes back', async ({
  page,
}) => {
  needs('tryVersion')
  const name = unique('Parcel desk')
  const versionId = await addAgent(page, name, 'You help with parcels.', opensFirst)
  const deploying = page.getByRole('dialog', { name: new RegExp(`^Deploy version .* of ${name}`) })
  const version = deploying.getByLabel('Version', { exact: true })
  // Only what the address says.
  await page.goto(`/agents/${shownAgent(page)}?try=${versionId}&deploy=${versionId}`)
  await expect(version).toBeFocused()
  await expect(panel(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(deploying).toHaveCount(0)
  await expect(answers(page)).toContainText('Welcome to the returns desk.')
  await field(page).fill('not sent yet')
  await button(page, 'Deploy version').click()
  await expect(version).toBeFocused()
  // It covers the panel, for the pointer too.
  await version.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(deploying).toHaveCount(0)
  await expect(button(page, 'Deploy version')).toBeFocused()
  await expect(field(page)).toHaveValue('not sent yet')
  // Out of the dialog it opens above that.
  await button(page, 'Deploy version').click()
  await deploying.getByRole('button', { name: 'Try version' }).click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(deploying.getByRole('button', { name: 'Try version' })).toBeFocused()
  // A reload keeps the order.
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()
  await page.reload()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(version).toBeVisible()
})

/** How the next trials are answered, instead of by the service. */
interface Fault {
  status: number
  type?: string
  retryAfter?: string
  body: string
}

test('a busy service, a broken stream and a service that is down lose nothing that was typed', async ({
  page,
  stack,
}) => {
  const faults: Fault[] = []
  const { origin, close } = await consoleBehind(stack, ({ path }) =>
    path.endsWith('/try') ? faults.shift() : undefined,
  )
  const { id, versionId } = await makeAgent(page, { name: unique('Fragile desk'), origin, agentType: 'TEXT' })
  await page.goto(`${origin}/agents/${id}?try=${versionId}`)

  faults.push({ status: 429, type: 'application/json', retryAfter: '2', body: '{"message":"Too many"}' })
  await field(page).fill('one about socks')
  await field(page).press('Enter')
  await expect(panel(page)).toContainText('asked to wait 2 s')
  await expect(
    answers(page)
      .last()
      .getByText(/^Whole answer/),
  ).toBeVisible()

  const tryAgain = async () => {
    const last = answers(page).last()
    await last.getByRole('button', { name: 'Try again' }).click()
    await expect(last.getByText(/^Whole answer/)).toBeVisible()
  }
  const half = 'event: text\ndata: {"text":"I will look into th"}\n\n'
  faults.push({ status: 200, type: 'text/event-stream', body: half })
  await field(page).fill('one about shoes')
  await field(page).press('Enter')
  await expect(answers(page).last()).toContainText('I will look into th')
  await expect(answers(page).last()).toContainText('The answer was cut off.')
  await tryAgain()
  await expect(answers(page).last()).not.toContainText('I will look into th')

  faults.push({ status: 200, type: 'text/html', body: '<!doctype html><title>Sign in</title>' })
  await field(page).fill('one about ties')
  await field(page).press('Enter')
  await expect(answers(page).last()).toContainText('something other than JSON')
  await tryAgain()
  await expect(turns(page).filter({ hasText: 'one about ties' })).toHaveCount(1)

  const failed =
    'event: end\ndata: {"outcome":"failed","by":"the language model a-model","tookMs":5,"error":"It is down"}\n\n'
  faults.push({
    status: 200,
    type: 'text/event-stream',
    body: `event: text\ndata: {"text":"Sorry."}\n\n${failed}`,
  })
  await field(page).fill('one about hats')
  await field(page).press('Enter')
  await expect(answers(page).last()).toContainText('The agent could not answer.')
  await expect(answers(page).last()).toContainText('It is down')
  await expect(panel(page)).not.toContainText('Answered by the language model a-model.')

  const wrong = { message: 'Wrong', errors: [{ path: 'version.prompt.system', message: 'Too long' }] }
  faults.push({ status: 422, type: 'application/json', body: JSON.stringify(wrong) })
  await field(page).fill('one about gloves')
  await field(page).press('Enter')
  await expect(answers(page).last().getByRole('alert')).toContainText('Could not try the version')

  await close()
  await field(page).fill('one about belts')
  await field(page).press('Enter')
  await expect(answers(page).last().getByRole('alert')).toContainText('Could not try the version')
  await expect(turns(page).last()).toContainText('one about belts')
  await answers(page).last().getByRole('button', { name: 'Try again' }).click()
  await expect(answers(page).last().getByRole('alert')).toBeVisible()
})

test('where trials are not offered, a web chat stands in, and the message goes along', async ({
  page,
  stack,
}) => {
  const { origin, close } = await consoleBehind(stack, ({ path }) =>
    path.endsWith('/try') ? 405 : undefined,
  )
  await createAgent(page, unique('Chatter'), { agentType: 'TEXT' }, origin)
  await deploy(page)
  await button(page, 'Try version').click()
  await field(page).fill('Where is my parcel?')
  await field(page).press('Enter')
  await panel(page).getByRole('button', { name: 'Start web chat' }).click()
  await expect(panel(page).getByLabel('Message', { exact: true })).toHaveValue('Where is my parcel?')
  await panel(page).getByRole('button', { name: 'Send as visitor' }).click()
  const said = panel(page).getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(said).toHaveCount(2)
  await close()
})

test('where nothing is offered, one line says so and keeps the message', async ({ page, stack }) => {
  const { origin } = await stack.startOffering({ offers: 'none', absent: 'json' })
  await createAgent(page, unique('Silent'), { agentType: 'TEXT' }, origin)
  await deploy(page)
  await button(page, 'Try version').click()
  await field(page).fill('Where is my parcel?')
  await field(page).press('Enter')
  // Nothing is known of web chats yet, so one is tried.
  await panel(page).getByRole('button', { name: 'Start web chat' }).click()
  await expect(panel(page)).toContainText('This service cannot try versions, and offers no web chat for it.')
  await expect(panel(page)).toContainText('Where is my parcel?')
})
