import { serveReplies } from './other-service'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

const DATES = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-02T00:00:00Z' }

/** Tools, as the document and beyond.md show them and invented ones, and what the page must show of each. */
const SHAPES: [name: string, reply: unknown, tool: string, shown: string[]][] = [
  [
    'as documented',
    {
      tools: [
        {
          id: 't-1',
          name: 'Order status',
          description: 'Looks an order up.',
          slug: 'order-status',
          speech: 'One moment.',
          ...DATES,
          structure: {
            url: 'https://api.example.com/orders/{{order}}',
            method: 'GET',
            headers: { 'X-Shop': 'north' },
            body: {},
            timeout: 30,
            variables: [{ name: 'order', type: 'str', description: 'Its number', required: true }],
          },
        },
      ],
      pagination: { limit: 10, nextCursor: null },
    },
    'Order status',
    ['One moment.', 'X-Shop: north', 'Its number', '30'],
  ],
  [
    'headers as a list, an owner beside',
    {
      tools: [
        {
          id: 7,
          name: 'Refund',
          slug: 'refund',
          owner: { team: 'Payments' },
          structure: {
            url: 'https://api.example.com/refunds',
            method: 'POST',
            headers: [{ key: 'X-Mode', value: 'test', secure: false, note: 'by hand' }, 'X-Line: one', 5],
            body: ['a', { b: 'c-of-b' }],
            retries: 3,
            variables: [],
          },
        },
      ],
      pagination: {},
    },
    'Refund',
    ['Payments', 'X-Mode: test', 'by hand', 'X-Line: one', '5', 'c-of-b', 'retries'],
  ],
  [
    'bare, fields of other kinds',
    [
      {
        id: 't-3',
        name: 'Odd one',
        description: { en: 'Speaks in an object' },
        tags: ['one-tag'],
        structure: {
          url: 'https://api.example.com',
          timeout: '30 seconds',
          variables: ['loose', 12],
          headers: 'X-A: b',
        },
      },
    ],
    'Odd one',
    ['Speaks in an object', 'one-tag', '30 seconds', 'loose', '12', 'X-A: b'],
  ],
  [
    'two levels down, each wrapped, no ids',
    {
      data: {
        items: [
          { tool: { slug: 'by-slug', name: 'Without an id', structure: 'GET https://api.example.com' } },
        ],
        next_cursor: '',
      },
    },
    'Without an id',
    ['by-slug', 'GET https://api.example.com'],
  ],
]

test('tools are shown without loss, whatever shape they come in', async ({ page, stack }) => {
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  for (const [name, reply, tool, shown] of SHAPES)
    await test.step(name, async () => {
      service.answer({ 'GET /api/v1/tools': reply })
      await page.goto(`${console.origin}/tools`)
      await page.getByRole('table', { name: 'Tools' }).getByRole('row').filter({ hasText: tool }).click()
      const panel = page.getByRole('dialog', { name: tool })
      for (const text of shown) await expect(panel).toContainText(text)
    })
  await test.step('entries that are no tools are counted, and can be read as they came', async () => {
    const reply = { tools: [{ id: 't', name: 'Good' }, 'just-a-word', { title: 'neither id nor slug' }] }
    service.answer({ 'GET /api/v1/tools': reply })
    await page.goto(`${console.origin}/tools`)
    await expect(page.getByText('2 entries of the reply could not be read as tools.')).toBeVisible()
    await page.getByText('Show as they came').click()
    const entries = page.getByRole('region', { name: 'Entries of the reply' })
    await expect(entries).toContainText('just-a-word')
    await expect(entries).toContainText('neither id nor slug')
  })
  await test.step('credentials in the address and in the headers are shown when they are asked for', async () => {
    const structure = {
      url: 'https://desk:hunter2@api.example.com/orders?api_key=hunter3&id={{id}}',
      headers: { Authorization: 'Bearer hunter4' },
      variables: [{ name: 'id', type: 'str' }],
    }
    const tools = [{ id: 't', name: 'Orders', slug: 'orders', structure }]
    service.answer({ 'GET /api/v1/tools': { tools } })
    await page.goto(`${console.origin}/tools?tool=t`)
    const panel = page.getByRole('dialog', { name: 'Orders' })
    await expect(panel).toContainText('https://•••@api.example.com/orders?api_key=•••&id={{id}}')
    await expect(page.getByRole('main')).not.toContainText('hunter')
    await panel.getByRole('button', { name: 'Show URL' }).click()
    await expect(panel).toContainText('https://desk:hunter2@api.example.com/orders?api_key=hunter3&id={{id}}')
    await panel.getByRole('button', { name: 'Show Authorization' }).click()
    await expect(panel).toContainText('Authorization: Bearer hunter4')
    await panel.getByRole('button', { name: 'Hide Authorization' }).click()
    await expect(panel).toContainText('Authorization: ••••')
  })
  await service.close()
})
