import { startToolServer } from '../src/service/engine/tool-server.fixture'
import { seriousFindings } from './accessibility'
import { expect, test, unique } from './screen'

test.use({ local: true })

test('a tool is called for real with sample values, its secret masked; one that points inside is not', async ({
  page,
  stack,
}) => {
  const shop = await startToolServer()
  const { origin } = await stack.startConsole({ TOOL_HOSTS: shop.host })
  const addTool = async (url: string) => {
    const name = unique('Find order')
    const variables = [{ name: 'number', required: true }]
    const structure = { url, method: 'GET', headers: { Authorization: 'Bearer hunter-two-three' }, variables }
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
  await dialog.getByLabel('number').fill('47 11')
  await dialog.getByRole('button', { name: 'Try the call' }).click()
  const result = dialog.getByRole('region', { name: 'Result' })
  await expect(result).toContainText('"status": "shipped"')
  await expect(result).toContainText('Authorization: •••')
  await expect(dialog).not.toContainText('hunter')
  expect(await seriousFindings(page)).toEqual([])
  expect(shop.called).toMatchObject([
    { url: '/orders/47%2011', headers: { authorization: 'Bearer hunter-two-three' } },
  ])
  await page.goto(`${origin}/tools?tool=${inside.id}`)
  await page.getByRole('button', { name: 'Try the call' }).click()
  const other = page.getByRole('dialog', { name: `Try ${inside.name}` })
  await other.getByLabel('number').fill('1')
  await other.getByRole('button', { name: 'Try the call' }).click()
  await expect(other.getByRole('region', { name: 'Result' })).toContainText('inside a private network')
  expect(shop.called).toHaveLength(1)
  await shop.close()
})
