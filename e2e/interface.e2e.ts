import { expect, test } from './screen'

test('the page of the interface shows every operation, under its strict policy and from this origin alone', async ({
  page,
  stack,
}) => {
  const origin = await stack.local()
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (![origin, 'data:'].some((start) => url.startsWith(start))) foreign.push(url)
  })
  const response = await page.goto(`${origin}/openapi`)
  expect(response?.headers()['content-security-policy']).not.toContain('unsafe')
  await expect(page.getByRole('heading', { name: /Conversational agent service/ })).toBeVisible()
  const threads = page.locator('#operations-Threads-listThreads')
  await expect(threads).toContainText('/api/v1/threads')
  const { paths } = await (await page.request.get(`${origin}/openapi.json`)).json()
  const operations = Object.values<object>(paths).flatMap((path) => Object.keys(path))
  await expect(page.locator('.opblock')).toHaveCount(operations.length)
  await threads.getByRole('button').first().click()
  await expect(threads).toContainText('nextCursor')
  // The console would add its key, so nothing can be sent from here.
  await expect(page.getByRole('button', { name: 'Try it out' })).toHaveCount(0)
  expect(foreign).toEqual([])
})
