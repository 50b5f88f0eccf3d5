import { mainActions } from './accessibility'
import { haveAgent } from './agent-steps'
import { drop, markdown } from './documents'
import { frontOf } from './front'
import { button, chooseFiles, dialog, haveCollection, haveSomeFiles, row, uploads } from './knowledge-steps'
import { expect, test, unique } from './screen'
import { CREDENTIALS, type Stack } from './stack'

const PAGE = { type: 'text/html', body: '<!doctype html><h1>Gateway</h1>' }

type Refuses = Parameters<typeof frontOf>[1]

/** A console whose service stands behind a gateway that answers some requests itself. */
async function behind(stack: Stack, refuses: Refuses) {
  const service = await stack.sharedService()
  const front = await frontOf(service.origin, refuses)
  const console = await stack.startConsole({
    ...CREDENTIALS,
    SERVICE_URL: front.origin,
    UPLOAD_ORIGINS: service.origin,
  })
  return { origin: console.origin, close: front.close }
}

test('after a 429 with a web page uploads wait as the gateway says, and go on by themselves', async ({
  page,
  stack,
}) => {
  let asked = 0
  const { origin, close } = await behind(stack, ({ path }) => {
    if (!path.endsWith('/generate-presigned-url')) return undefined
    asked += 1
    return asked === 1 ? { ...PAGE, status: 429, retryAfter: '2' } : undefined
  })
  const name = `${unique('wait').replaceAll(' ', '-')}.md`
  await page.goto(`${origin}/knowledge/files`)
  await chooseFiles(page, [markdown(name)])
  await expect(uploads(page)).toContainText('The service is busy.')
  await expect(uploads(page)).toContainText('They continue by themselves.')
  await expect(row(page, name)).toContainText('INGESTED')
  await expect(uploads(page).getByRole('alert')).toHaveCount(0)
  expect(asked).toBe(2)
  await close()
})

test('on the page of a collection "Retry all failed" takes up what failed there, and no document for another place', async ({
  browser,
  stack,
}) => {
  let isBroken = true
  const { origin, close } = await behind(stack, ({ path }) =>
    isBroken && path.endsWith('/generate-presigned-url') ? 500 : undefined,
  )
  const [elsewhere, ...here] = ['elsewhere', 'one', 'two'].map(
    (name) => `${unique(name).replaceAll(' ', '-')}.md`,
  )
  const name = unique('Retried')
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  await haveCollection(page, name)
  await page.goto('/knowledge/files')
  await drop(page, [markdown(`${elsewhere}`, `# ${elsewhere}\n`)])
  await expect(uploads(page).getByRole('button', { name: `Retry ${elsewhere}` })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Collections' }).click()
  await row(page, name, 'Collections').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await drop(
    page,
    here.map((each) => markdown(each, `# ${each}\n`)),
  )
  await expect(uploads(page)).toContainText('2 failed')
  isBroken = false
  await button(page, 'Retry all failed').click()
  for (const each of here) await expect(row(page, each)).toContainText('INGESTED')
  await menu.getByRole('link', { name: 'Files' }).click()
  await expect(uploads(page).getByRole('button', { name: `Retry ${elsewhere}` })).toBeVisible()
  await expect(row(page, `${elsewhere}`)).toHaveCount(0)
  await close()
})

test('a plan stands where its service is away until a person continues, and waits by itself for one that is busy', async ({
  browser,
  stack,
}) => {
  const BUSY = { ...PAGE, status: 429, retryAfter: '2' }
  let answer: typeof BUSY | 503 | undefined
  const { origin, close } = await behind(stack, ({ method, path }) => {
    const refusal = method !== 'GET' && /\/collection\/.*\/file\//.test(path) ? answer : undefined
    if (refusal === BUSY) answer = undefined
    return refusal
  })
  const page = await (await browser.newContext({ baseURL: origin })).newPage()
  const [file = ''] = await haveSomeFiles(page, 1)
  await page.goto(`/knowledge/collections/${await haveCollection(page, unique('Later'))}?add=true`)
  await dialog(page).getByRole('checkbox', { name: file }).check()
  answer = 503
  await dialog(page).getByRole('button', { name: 'Add 1 file' }).click()
  await expect(dialog(page)).toContainText('1 unknown. What is left waits until you continue')
  answer = BUSY
  await dialog(page).getByRole('button', { name: 'Retry what failed' }).click()
  await expect(dialog(page)).toContainText('The service is busy. Continues by itself at ')
  await expect(row(page, file)).toContainText('INGESTED')
  await expect(dialog(page)).toHaveCount(0)
  // Its undoing, which no dialog shows, says so while it waits, and then how it ended.
  const said = page.getByRole('region', { name: 'Notifications' })
  const undo = page.getByRole('button', { name: /^Undo: 1 file added to / })
  answer = BUSY
  await undo.click()
  await expect(said).toContainText('Undoing the change of 1 file')
  await expect(said).toContainText(/1 file is out of .* again/)
  await expect(said).not.toContainText('Undoing the change')
  await button(page, 'Add files').first().click()
  await dialog(page).getByRole('checkbox', { name: file }).check()
  await dialog(page).getByRole('button', { name: 'Add 1 file' }).click()
  await expect(undo).toBeVisible()
  answer = 503
  await undo.click()
  await expect(said).toContainText('Undo did not finish: 1 file left')
  await expect(said).not.toContainText('Undoing the change')
  await close()
})

test('uploads pause while a maintenance page answers with 200, and go on by themselves', async ({
  page,
  stack,
}) => {
  let isClosed = false
  const { origin, close } = await behind(stack, () => (isClosed ? { ...PAGE, status: 200 } : undefined))
  await page.goto(`${origin}/knowledge/files`)
  await expect(button(page, 'Upload files').first()).toBeVisible()
  isClosed = true
  const batch = unique('closed').replaceAll(' ', '-')
  const documents = Array.from({ length: 9 }, (_, at) => markdown(`${batch}-${at}.md`))
  await chooseFiles(page, documents)
  await expect(uploads(page)).toContainText('Uploads are paused')
  await expect(uploads(page)).toContainText('They continue by themselves.')
  await expect(uploads(page)).toContainText('9 on the way')
  isClosed = false
  await expect(uploads(page)).toContainText('9 uploaded: 9 ready')
  await close()
})

test('a web page with 404 is a refusal, an error of the service is an answer, and complaints of no field are listed', async ({
  page,
  stack,
}) => {
  let answer: ReturnType<Refuses> = { ...PAGE, status: 404 }
  const { origin, close } = await behind(stack, ({ method, path }) =>
    method === 'POST' && path === '/api/v1/knowledge-base/collection' ? answer : undefined,
  )
  await page.goto(`${origin}/knowledge/collections?new=true`)
  const form = page.getByRole('dialog', { name: 'New collection' })
  await form.getByLabel('Name').fill('Shop')
  const create = form.getByRole('button', { name: 'Create collection' })
  await create.click()
  await expect(form.getByRole('alert')).toContainText('Could not create the collection')
  await expect(form.getByRole('alert')).toContainText('404')
  await expect(form.getByRole('alert')).not.toContainText('Gateway')

  answer = { ...PAGE, status: 500 }
  await create.click()
  await expect(form.getByRole('alert')).toContainText('The collection may have been created')
  await expect(page.getByText('Does not answer')).toHaveCount(0)
  // It may be there by now, though the list does not show it: nothing is sent again unasked.
  expect(await mainActions(page, form)).toEqual([])
  await create.click()
  const question = page.getByRole('dialog', { name: 'Send it again?' })
  await expect(question).toContainText('The collection may have been created.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  const sendAgain = async () => {
    await create.click()
    await question.getByRole('button', { name: 'Send again' }).click()
  }

  // A browser takes a 407 for one of a proxy of its own, and loses the connection.
  answer = { ...PAGE, status: 407 }
  await sendAgain()
  await expect(form.getByRole('alert')).toContainText(
    'A gateway before the service wants a sign-in of its own',
  )
  await expect(form.getByRole('alert')).toContainText('The collection may have been created')

  answer = {
    status: 422,
    type: 'application/json',
    body: '{"message":"Not valid","errors":[{"path":"region","message":"Region is needed"}]}',
  }
  await sendAgain()
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveText('region Region is needed')
  await close()
})

test('a version that the gateway refuses to create is not sent again, and the page then says what to do instead', async ({
  page,
  stack,
}) => {
  let sent = 0
  const { origin, close } = await behind(stack, ({ method, path }) => {
    if (method !== 'POST' || !/^\/api\/v1\/agents\/[^/]+$/.test(path)) return undefined
    sent += 1
    return { ...PAGE, status: 404 }
  })
  const { agentId } = await haveAgent(page, unique('Kept'), { deployed: false }, origin)
  await page.goto(`${origin}/agents/${agentId}`)
  await page.getByRole('checkbox', { name: 'As a new version' }).check()
  await page.getByLabel('Voicemail message').fill('Call back.')
  await button(page, 'Save as new version').click()
  await expect(page.getByRole('alert')).toContainText('Do it in the service itself.')
  await expect(page.getByRole('textbox', { name: 'Voicemail message' })).toHaveValue('Call back.')
  await button(page, 'Save as new version').click()
  await expect(page.getByRole('alert')).toContainText('Nothing was sent')
  expect(sent).toBe(1)
  await page.reload()
  // What it changes in place it still does.
  await expect(page.getByRole('button', { name: 'Save version' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'As a new version' })).toHaveCount(0)
  await close()
})

test('a service that answers with errors alone is not called connected, until it does better', async ({
  page,
  stack,
}) => {
  let failure: ReturnType<Refuses> = { status: 500, type: 'application/json', body: '{"message":"Broken"}' }
  const { origin, close } = await behind(stack, () => failure)
  const rail = page.getByRole('status').filter({ hasText: 'Answers with errors' })
  for (const path of ['/', '/agents', '/knowledge/files', '/settings']) {
    await page.goto(origin + path)
    await expect(rail.first(), path).toBeVisible()
  }
  const connection = page.getByRole('region', { name: 'Connection' })
  await expect(connection).toContainText('Answers with errors')
  failure = { ...PAGE, status: 502 }
  for (const path of ['/', '/calls/batch/zzz', '/settings']) {
    await page.goto(origin + path)
    await expect(page.getByRole('status').getByText('Only a gateway answers'), path).toBeVisible()
  }
  await expect(connection).toContainText('Only a gateway answers')
  failure = undefined
  await expect(connection.getByText('Connected', { exact: true })).toBeVisible()
  await expect(connection).not.toContainText('Answers with errors')
  await close()
})

test('what answers everything with web pages, or leads elsewhere, is not taken for the service', async ({
  page,
  stack,
}) => {
  let other: ReturnType<Refuses> = { ...PAGE, status: 200 }
  const { origin, close } = await behind(stack, () => other)
  const rail = page.getByRole('status').filter({ hasText: 'Something else answers' })
  for (const path of ['/', '/activity', '/activity/audit', '/no/such/screen', '/settings']) {
    await page.goto(origin + path)
    await expect(rail.first(), path).toBeVisible()
    await expect(page.getByText('Connected', { exact: true }), path).toHaveCount(0)
  }
  const connection = page.getByRole('region', { name: 'Connection' })
  await expect(connection).toContainText('Something answers, but not the service: check SERVICE_URL')
  other = { ...PAGE, status: 302 }
  await page.goto(`${origin}/settings`)
  await expect(connection).toContainText('Something answers, but not the service: check SERVICE_URL')
  await expect(rail.first()).toBeVisible()
  other = undefined
  await expect(connection.getByText('Connected', { exact: true })).toBeVisible()
  await expect(rail).toHaveCount(0)
  await close()
})
