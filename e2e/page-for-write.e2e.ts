import type { Locator, Page } from 'playwright/test'
import { gate } from '../src/net/gate.fixture'
import { haveAgent } from './agent-steps'
import { consoleBehind } from './console-behind'
import { markdown } from './documents'
import { CUT, frontOf } from './front'
import { fileName, haveCollection, haveFiles, haveSomeFiles, listFiles } from './knowledge-steps'
import { expect, test, unique } from './screen'
import type { Stack } from './stack'
import { come, startTeam } from './team-steps'
import { haveTextAgent } from './thread-steps'

type Refusal = ReturnType<Parameters<typeof frontOf>[1]>

const WEB_PAGE = { status: 200, type: 'text/html', body: '<!doctype html><title>Sign in</title>' }

/** A console whose service answers everything, but one write with what `answer` says. */
async function whereWrites(stack: Stack, method: string, path: RegExp) {
  const faults: { answer: Refusal } = { answer: WEB_PAGE }
  const { origin, close } = await consoleBehind(stack, (asked) =>
    asked.method === method && path.test(asked.path) ? faults.answer : undefined,
  )
  return { origin, faults, close }
}

/** A console in which the answers to one write wait until `open`. */
async function whereAnswersAreHeld(stack: Stack, method: string, path: RegExp) {
  const { open, opened } = gate()
  const until = (asked: { method: string; path: string }) =>
    asked.method === method && path.test(asked.path) ? opened : undefined
  return { open, ...(await frontOf(stack.origin, () => undefined, until)) }
}

/** A web chat that a visitor began; resolves with the address of its page. */
async function haveChat(page: Page, origin: string): Promise<string> {
  const agentId = await haveTextAgent(page, unique('Chatter'), origin)
  const reply = await page.request.post(`${origin}/api/v1/chat/threads`, { data: { agentId } })
  return `${origin}/threads/${(await reply.json()).threadId}`
}

/** Back from a dialog that sends, then to another screen. */
async function goOn(page: Page, dialog: Locator) {
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Tools' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()
}

const message = (page: Page) => page.getByLabel('Message', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send as visitor' })

test('a message that a web page answers stays in its field, may have been sent, and is sent later or leaves once it stands above (D908)', async ({
  page,
  stack,
}) => {
  const { origin, faults, close } = await whereWrites(stack, 'POST', /\/messages$/)
  const address = await haveChat(page, origin)
  await page.goto(address)
  await message(page).fill('Where is my parcel?')
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('The message may have been sent')
  await expect(message(page)).toHaveValue('Where is my parcel?')
  faults.answer = undefined
  await send(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  const said = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(said.first()).toContainText('Where is my parcel?')
  await expect(message(page)).toHaveValue('')

  faults.answer = WEB_PAGE
  await message(page).fill('And my invoice?')
  await send(page).click()
  const doubt = page.getByText('The message may have been sent')
  await expect(doubt).toBeVisible()
  // This time the service took it.
  faults.answer = undefined
  const path = `/api/v1/threads/${address.split('/').at(-1)}/messages`
  await page.request.post(origin + path, { data: { message: 'And my invoice?' } })
  await expect(said.filter({ hasText: 'And my invoice?' })).toBeVisible()
  await expect(message(page)).toHaveValue('')
  await expect(doubt).toHaveCount(0)
  await close()
})

test('what is typed while the answer to a message is still on its way stays when it comes', async ({
  page,
  stack,
}) => {
  const { origin, open, close } = await whereAnswersAreHeld(stack, 'POST', /\/messages$/)
  await page.goto(await haveChat(page, origin))
  await message(page).fill('Where is my parcel?')
  await send(page).click()
  const said = page.getByRole('region', { name: 'Messages' }).getByRole('listitem')
  await expect(said.first()).toContainText('Where is my parcel?')
  await expect(message(page)).toHaveValue('')
  await message(page).fill('And my invoice?')
  const answered = page.waitForResponse((reply) => reply.request().method() === 'POST')
  open()
  await answered
  await expect(send(page)).toBeEnabled()
  await expect(message(page)).toHaveValue('And my invoice?')
  await close()
})

for (const { method, save, deployed } of [
  { method: 'PATCH', save: 'Save version', deployed: false },
  { method: 'POST', save: 'Save as new version', deployed: true },
]) {
  test(`what is typed between “${save}” and its answer stays when it comes, and so does the cursor`, async ({
    page,
    stack,
  }) => {
    const { origin, open, close } = await whereAnswersAreHeld(stack, method, /\/agents\//)
    const { agentId } = await haveAgent(page, unique('Typed on'), { deployed })
    await page.goto(`${origin}/agents/${agentId}`)
    const field = page.getByRole('textbox', { name: 'Voicemail message' })
    await field.fill('Call')
    await field.press('ControlOrMeta+s')
    await expect(page.getByRole('button', { name: save })).toBeDisabled()
    await field.pressSequentially(' back')
    const answered = page.waitForResponse((reply) => reply.request().method() === method)
    open()
    await answered
    await expect(page.getByText(/^The version was (saved|created)$/)).toBeVisible()
    await expect(page.getByText('1 change', { exact: true })).toBeVisible()
    await expect(field).toBeFocused()
    await page.keyboard.type(' soon')
    await expect(field).toHaveValue('Call back soon')
    await page.getByRole('button', { name: 'Save version' }).click()
    await expect(page.getByText('No changes')).toBeVisible()
    await expect(field).toHaveValue('Call back soon')
    await close()
  })
}

for (const end of ['goes on', 'is refused'] as const)
  test(`who leaves while a replacement is being started is not led to it where it ${end}, and is told a refusal`, async ({
    page,
    stack,
  }) => {
    const { open, opened } = gate()
    let isStarting = false
    const held = new Set<string>()
    // What looks at the document is asked for once it is started.
    const note = ({ path }: { path: string }) => {
      if (isStarting && path.startsWith('/assets/')) held.add(path)
      return undefined
    }
    const until = ({ path }: { path: string }) => (held.has(path) ? opened : undefined)
    const { origin, close } = await frontOf(stack.origin, note, until)
    const name = fileName('Replaced')
    await haveFiles(page, [markdown(name, '# Old\n')])
    await page.goto(`${origin}/knowledge/files?q=${name}`)
    await page.getByRole('row', { name }).click()
    await page.getByRole('link', { name: 'Replace file' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose the new file' }).click()
    await (await chooser).setFiles([markdown('next.md', end === 'goes on' ? '# New\n' : '')])
    const proposed = await page.getByLabel('File name').inputValue()
    const start = page.getByRole('button', { name: 'Start replacement' })
    isStarting = true
    await start.click()
    await expect(start).toBeDisabled()
    // Whatever it asked for was heard of before this is answered.
    await page.evaluate(() => fetch('/console/info'))
    isStarting = false
    expect(held.size).toBeGreaterThan(0)
    await leave(page)
    open()
    if (end === 'is refused')
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The file is empty.')
    // It goes on, as the list of the service shows.
    else
      await expect.poll(async () => (await listFiles(page)).map((each) => each.fileName)).toContain(proposed)
    await expect(page).toHaveURL(/\/tools$/)
    await close()
  })

/** Goes on from a form whose start is not answered yet. */
async function leave(page: Page) {
  await page.getByRole('link', { name: 'Tools' }).click()
  const question = page.getByRole('dialog', { name: 'Leave before the answer is here?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()
}

test('who left while a restructure was being started hears that it was not', async ({ browser, stack }) => {
  const { open, opened } = gate()
  const [origin] = await startTeam(stack)
  let isStarting = false
  const near = await frontOf(origin, async ({ method, path }) => {
    if (!isStarting || method !== 'POST' || path !== '/console/ledger/jobs/row') return undefined
    await opened
    return 500
  })
  const page = await come(browser, near.origin)
  const [file = ''] = await haveSomeFiles(page, 1)
  await page.goto('/knowledge/restructure/new')
  await page.getByLabel('Name of the new collection').fill(unique('Left'))
  await page.getByRole('searchbox', { name: 'Search files to attach' }).fill(file)
  await page.getByRole('checkbox', { name: file }).check()
  isStarting = true
  const asked = page.waitForRequest(/\/console\/ledger\/jobs\/row$/)
  await page.getByRole('button', { name: 'Start restructure' }).click()
  await asked
  await leave(page)
  open()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'There is no such operation here.',
  )
  await near.close()
})

for (const begun of ['deleted', 'added'] as const) {
  test(`who goes on while a file is being ${begun} is neither asked nor led back when the answer comes`, async ({
    page,
    stack,
  }) => {
    const { origin, open, close } =
      begun === 'deleted'
        ? await whereAnswersAreHeld(stack, 'DELETE', /\/file\/[^/]+$/)
        : await whereAnswersAreHeld(stack, 'POST', /\/collection\/[^/]+\/file\//)
    const name = fileName('Left-meanwhile')
    await haveFiles(page, [markdown(name, '# Left\n')])
    const dialog = page.getByRole('dialog', { name: /^(Delet|Add|Leave)/ })
    if (begun === 'deleted') {
      await page.goto(`${origin}/knowledge/files?q=${name}`)
      await page.getByRole('row', { name }).click()
      await page.getByRole('button', { name: 'Delete file' }).click()
    } else {
      await page.goto(`${origin}/knowledge/collections/${await haveCollection(page, unique('Shelf'))}`)
      await page.getByRole('button', { name: 'Add files' }).first().click()
      await dialog.getByRole('checkbox', { name }).check()
    }
    const asked = page.waitForRequest((request) => ['DELETE', 'POST'].includes(request.method()))
    await dialog.getByRole('button', { name: begun === 'deleted' ? 'Delete file' : 'Add 1 file' }).click()
    await asked
    await goOn(page, dialog)
    open()
    await expect(
      page.getByText(begun === 'deleted' ? `${name} was deleted` : /^1 file added to/),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/tools$/)
    await close()
  })
}

test('who goes on while a version is being deployed stays where they are when the answer comes', async ({
  page,
  stack,
}) => {
  const { origin, open, close } = await whereAnswersAreHeld(stack, 'PATCH', /\/deploy$/)
  const name = unique('Left meanwhile')
  const { agentId } = await haveAgent(page, name, { deployed: false })
  await page.goto(`${origin}/agents/${agentId}`)
  await page.getByRole('button', { name: 'Deploy version' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('As agreed')
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await dialog.getByRole('button', { name: 'Deploy version' }).click()
  await asked
  await goOn(page, dialog)
  open()
  await expect(page.getByText(`of ${name} is deployed`)).toBeVisible()
  await expect(page).toHaveURL(/\/tools$/)
  await close()
})

test('who goes back from a form in which nothing was changed hears how its write ended', async ({
  page,
  stack,
}) => {
  const { open, opened } = gate()
  const { origin, close } = await frontOf(stack.origin, async ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith('/chat/threads')) return undefined
    await opened
    return 409
  })
  const agentId = await haveTextAgent(page, unique('Gone back'))
  await page.goto(`${origin}/threads/new?channel=sms&agent=${agentId}`)
  await page.getByRole('button', { name: 'Web chat' }).click()
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Create web chat' }).click()
  await asked
  await page.goBack()
  await expect(page.getByLabel('Initial message')).toBeVisible()
  open()
  await expect(page.getByText('There is no such operation here.')).toBeVisible()
  await close()
})

// Of the three statuses that say so, the one that never means a thing that is gone.
test('a message that is refused as not offered stays in its field, with the reason', async ({
  page,
  stack,
}) => {
  const { origin, faults, close } = await whereWrites(stack, 'POST', /\/messages$/)
  faults.answer = { status: 405, type: 'application/json', body: '{"message":"No such route here."}' }
  await page.goto(await haveChat(page, origin))
  await message(page).fill('Where is my parcel?')
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('No such route here.')
  await expect(message(page)).toHaveValue('Where is my parcel?')
  await close()
})

test('a message whose answer breaks off was sent, and leaves its field', async ({ page, stack }) => {
  const { origin, faults, close } = await whereWrites(stack, 'POST', /\/messages$/)
  faults.answer = CUT
  await page.goto(await haveChat(page, origin))
  await message(page).fill('Where is my parcel?')
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText(
    'Do not send it again. Check the messages of the thread first.',
  )
  await expect(message(page)).toHaveValue('')
  await expect(send(page)).toBeEnabled()
  await close()
})

test('a version whose answer breaks off was created, and the notice leads to the versions', async ({
  page,
  stack,
}) => {
  const { origin, faults, close } = await whereWrites(stack, 'POST', /\/api\/v1\/agents\/[^/]+$/)
  faults.answer = CUT
  const { agentId } = await haveAgent(page, unique('Versioned'), {}, origin)
  await page.goto(`${origin}/agents/${agentId}`)
  await page.getByRole('textbox', { name: 'Voicemail message' }).fill('Call back.')
  await page.getByRole('button', { name: 'Save as new version' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText("Do not send it again. Check the agent's versions first.")
  await notice.getByRole('link', { name: 'Show versions' }).click()
  await expect(page.getByRole('table', { name: 'Versions' })).toBeVisible()
  await close()
})

test('what was typed stays when somebody else closes the thread', async ({ page, stack }) => {
  const agentId = await haveTextAgent(page, unique('Chatter'))
  const reply = await page.request.post('/api/v1/chat/threads', { data: { agentId } })
  const { threadId } = await reply.json()
  await page.goto(`/threads/${threadId}`)
  await message(page).fill('Where is my parcel?')
  const other = await page.context().newPage()
  await other.goto(`${stack.origin}/threads/${threadId}`)
  await other.getByRole('button', { name: 'Close thread' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Close thread' }).click()
  await expect(other.getByRole('main').getByText(/^Closed: /)).toBeVisible()
  await page.bringToFront()
  const main = page.getByRole('main')
  await expect(main).toContainText('The thread was closed. Your message is kept here.')
  await expect(main).toContainText('Where is my parcel?')
  await expect(page.getByRole('button', { name: 'Copy message' })).toBeVisible()
})

test('a tool that a web page answers stays in its form, and tools can still be made', async ({
  page,
  stack,
}) => {
  const { origin, faults, close } = await whereWrites(stack, 'POST', /\/api\/v1\/tools$/)
  await page.goto(`${origin}/tools`)
  await page.getByRole('button', { name: 'New tool' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Find parcel')
  await dialog.getByLabel('URL').fill('https://api.example.com/parcels')
  const create = dialog.getByRole('button', { name: 'Create tool' })
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText("We don't know if the tool was created")
  await dialog.getByLabel('Name', { exact: true }).press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave this form?' })
  await expect(question).not.toContainText('has not been sent')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Find parcel')
  // What the service says of its addresses ends the offer, not the work.
  faults.answer = 404
  await create.click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByRole('alert')).toContainText('There is no such operation here.')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Find parcel')
  await close()
})

test('a thread that a web page says was closed can still be closed', async ({ page, stack }) => {
  const { origin, faults, close } = await whereWrites(stack, 'PATCH', /\/close$/)
  await page.goto(await haveChat(page, origin))
  const button = page.getByRole('button', { name: 'Close thread' })
  const dialog = page.getByRole('dialog')
  await button.click()
  await dialog.getByRole('button', { name: 'Close thread' }).click()
  await expect(dialog.getByRole('alert')).toContainText("We don't know if")
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  faults.answer = undefined
  await page.reload()
  await button.click()
  await dialog.getByRole('button', { name: 'Close thread' }).click()
  await expect(page.getByRole('main').getByText(/^Closed: /)).toBeVisible()
  await close()
})

test('while a collection that may have been created is looked for, the button says so', async ({
  page,
  stack,
}) => {
  const { open, opened } = gate()
  let isHeld = false
  const { origin, close } = await frontOf(
    stack.origin,
    ({ method }) => (method === 'POST' ? 500 : undefined),
    ({ path }) => (isHeld && path.endsWith('/collections') ? opened : undefined),
  )
  await page.request.post(`${stack.origin}/api/v1/knowledge-base/collection`, { data: { name: 'Listed' } })
  await page.goto(`${origin}/knowledge/collections`)
  // A list that was read is what another is compared with.
  await expect(page.getByRole('table', { name: 'Collections' })).toBeVisible()
  await page.getByRole('button', { name: 'New collection' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New collection' })
  await dialog.getByLabel('Name').fill(unique('Looked for'))
  const create = dialog.getByRole('button', { name: 'Create collection' })
  await create.click()
  await expect(dialog.getByRole('alert')).toContainText('The collection may have been created')
  isHeld = true
  await create.click()
  await expect(create).toHaveAttribute('aria-busy', 'true')
  open()
  await expect(page.getByRole('dialog').filter({ hasText: 'Send again' })).toBeVisible()
  await close()
})
