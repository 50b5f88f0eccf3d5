import { startToolServer } from '../src/service/engine/tool-server.fixture'
import { seriousFindings } from './accessibility'
import { watchRequests } from './agent-steps'
import { CUT, frontOf } from './front'
import { expect, test, unique } from './screen'

test.use({ local: true })

test('a tool is called for real with sample values, its secret masked; one that points inside is not', async ({
  page,
  stack,
}) => {
  const shop = await startToolServer()
  const { origin } = await stack.startConsole({ TOOL_HOSTS: shop.host })
  const addTool = async (url: string, sends: object = { method: 'GET' }) => {
    const name = unique('Find order')
    const variables = [{ name: 'number', required: true }]
    const structure = { url, headers: { Authorization: 'Bearer hunter-two-three' }, variables, ...sends }
    const created = await page.request.post(`${origin}/api/v1/tools`, { data: { name, structure } })
    expect(created.status()).toBe(201)
    const { tool } = await created.json()
    return { name, id: tool.id as string }
  }
  const found = await addTool(`${shop.origin}/orders/{{number}}`)
  const inside = await addTool('http://127.0.0.1:1/orders/{{number}}')
  await page.goto(`${origin}/tools?tool=${found.id}`)
  await page.getByRole('button', { name: 'Try the call' }).click()
  const dialog = page.getByRole('dialog', { name: `Try ${found.name}` })
  // What is required is asked for before anything is sent.
  await dialog.getByRole('button', { name: 'Try the call' }).click()
  await expect(dialog.getByText('number is needed')).toBeVisible()
  await expect(dialog.getByLabel('number')).toBeFocused()
  expect(shop.called).toEqual([])
  await dialog.getByLabel('number').fill('47 11')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Try the call' }).click()
  const result = dialog.getByRole('region', { name: 'Result' })
  await expect(result).toContainText(/Answer.*"status": "shipped"/s)
  await expect(result).not.toContainText('Body sent')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(2)
  await expect(result).toContainText('Authorization: •••')
  await expect(dialog).not.toContainText('hunter')
  expect(await seriousFindings(page)).toEqual([])
  // What was typed was sent.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(shop.called).toMatchObject([
    { url: '/orders/47%2011', headers: { authorization: 'Bearer hunter-two-three' } },
  ])
  // An answer without a word is one, too.
  shop.behave((_, response) => response.writeHead(204).end())
  const sent = await addTool(`${shop.origin}/orders`, { method: 'POST', body: { id: '{{number}}' } })
  await page.goto(`${origin}/tools?tool=${sent.id}`)
  await page.getByRole('button', { name: 'Try the call' }).click()
  const posting = page.getByRole('dialog', { name: `Try ${sent.name}` })
  await posting.getByLabel('number').fill('4711')
  await posting.getByRole('button', { name: 'Try the call' }).click()
  await expect(posting.getByRole('region', { name: 'Result' })).toContainText(
    /Body sent.*"id": "4711".*The answer is empty\./s,
  )
  await page.goto(`${origin}/tools?tool=${inside.id}`)
  await page.getByRole('button', { name: 'Try the call' }).click()
  const other = page.getByRole('dialog', { name: `Try ${inside.name}` })
  await other.getByLabel('number').fill('1')
  await other.getByRole('button', { name: 'Try the call' }).click()
  await expect(other.getByRole('region', { name: 'Result' })).toContainText('inside a private network')
  expect(shop.called).toHaveLength(2)
  await shop.close()
})

test('a call whose answer was lost is not made again without a question', async ({ page, stack }) => {
  const front = await frontOf(stack.origin, ({ path }) => (path.endsWith('/try') ? CUT : undefined))
  const structure = { url: 'https://api.example.com/orders', method: 'POST' }
  const data = { name: unique('Order'), structure }
  const { tool } = await (await page.request.post(`${stack.origin}/api/v1/tools`, { data })).json()
  await page.goto(`${front.origin}/tools?tool=${tool.id}`)
  await page.getByRole('button', { name: 'Try the call' }).click()
  const dialog = page.getByRole('dialog', { name: `Try ${data.name}` })
  const called = watchRequests(page, 'POST', '/try')
  const call = dialog.getByRole('button', { name: 'Try the call' })
  await call.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await call.click()
  await page.getByRole('dialog', { name: 'Send it again?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(called).toHaveLength(1)
  await front.close()
})
