import type { Page } from 'playwright/test'
import { addForeignAgent } from './lab-steps'
import { serveReplies } from './other-service'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'
import { keptInBrowser } from './thread-steps'

const AGENT = { agentId: 'agent-t', versionId: 'version-t', labId: 7, name: 'Writes back' }
const TOKEN = 'tkn_8f2c5d90b3714a66'

/** Starts a thread of the channel and ends on the page with the service's answer. */
const START = {
  sms: async (page: Page, origin: string) => {
    await page.goto(`${origin}/threads/new?channel=sms&agent=${AGENT.agentId}`)
    await page.getByLabel('Agent version id').fill(AGENT.versionId)
    await page.getByLabel('To phone number').fill('+15005550142')
    await page.getByLabel('From phone number id').fill('number-1')
    await page.getByLabel('From phone number', { exact: true }).fill('+15005550101')
    await page.getByLabel('Initial message').fill('Hello')
    await page.getByRole('button', { name: 'Start SMS thread' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  },
  email: async (page: Page, origin: string) => {
    await page.goto(`${origin}/threads/new?channel=email&agent=${AGENT.agentId}`)
    await page.getByLabel('Agent version id').fill(AGENT.versionId)
    await page.getByLabel('To e-mail').fill('ada@example.com')
    await page.getByLabel('Subject').fill('Hello')
    await page.getByLabel('First message').fill('Good morning')
    await page.getByRole('button', { name: 'Start e-mail thread' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  },
  chat: async (page: Page, origin: string) => {
    await page.goto(`${origin}/threads/new?channel=chat&agent=${AGENT.agentId}`)
    await page.getByRole('button', { name: 'Create web chat' }).click()
  },
}
const OUTCOME = {
  sms: 'The SMS thread was started',
  email: 'The e-mail thread was started',
  chat: 'The web chat was created',
}
const ADDRESS = { sms: '/api/v1/threads', email: '/api/v1/email/threads', chat: '/api/v1/chat/threads' }

const record = { id: 'thread-1', agentId: AGENT.agentId, isActive: true, createdAt: '2026-01-05T10:00:00Z' }

/**
 * Replies that the page sets out in different ways, and what it must show of each. How each shape of reply is read is tested beside its
 * readers (`replies.test.ts`, `chat-reply.test.ts`).
 */
const SHAPES: [name: string, channel: keyof typeof START, reply: unknown, shown: string[]][] = [
  [
    'wrapped',
    'sms',
    { thread: { ...record, closedReason: 'OPTED_OUT', leadId: 'lead-9' } },
    ['thread-1', 'OPTED_OUT', 'lead-9'],
  ],
  ['a word', 'sms', 'queued', ['queued']],
  ['nothing', 'sms', undefined, []],
  [
    'under its own name',
    'email',
    { emailThread: { thread_id: 'mail-5', spamScore: 0.25 }, success: true },
    ['mail-5', '0.25'],
  ],
  [
    'wrapped, with a time',
    'chat',
    { thread: { id: 'chat-2', token: TOKEN, expiresAt: '2099-01-01T00:00:00Z' }, region: 'north' },
    ['chat-2', 'north', 'ends in'],
  ],
  [
    'apart and deep',
    'chat',
    {
      data: {
        session: { auth: { jwt: TOKEN, ttl: 900 }, socket: 'wss://chat.example.com' },
        thread_id: 'chat-3',
      },
    },
    ['chat-3', 'wss://chat.example.com', 'ends in 1'],
  ],
  ['the token alone', 'chat', TOKEN, []],
]

test('a reply to a new thread is shown without loss, whatever it is', async ({ page, stack }) => {
  // Nine threads are started, on one console.
  test.slow()
  const service = await serveReplies()
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await addForeignAgent(page, console.origin, AGENT)
  for (const [name, channel, reply, shown] of SHAPES)
    await test.step(`${channel}: ${name}`, async () => {
      service.answer({ [`POST ${ADDRESS[channel]}`]: reply })
      await START[channel](page, console.origin)
      const outcome = page.getByRole('region', { name: OUTCOME[channel] })
      for (const text of ['Accepted', ...shown]) await expect(outcome).toContainText(text)
      if (channel === 'chat') {
        await outcome.getByRole('button', { name: 'Show token' }).click()
        await expect(outcome).toContainText(TOKEN)
      }

      // Opened again it shows the same, except the token of a web chat and its end.
      await page.getByRole('link', { name: 'Show in Threads' }).click()
      const started = page
        .getByRole('table', { name: 'Threads' })
        .getByRole('row')
        .filter({ hasText: 'Accepted' })
      await expect(started).toHaveCount(service.sent.length)
      await started.first().click()
      const main = page.getByRole('main')
      await expect(page.getByRole('table', { name: 'Threads' })).toHaveCount(0)
      await expect(main.getByText('Accepted').first()).toBeVisible()
      const kept = channel === 'chat' ? shown.slice(0, 1) : shown
      for (const text of kept) await expect(main).toContainText(text)
      expect(await keptInBrowser(page)).not.toContain(TOKEN)
    })
  // One request for each thread, and a web chat without the key (§5).
  expect(service.sent.map(({ headers }) => headers['x-api-key'])).toEqual(
    SHAPES.map(([, channel]) => (channel === 'chat' ? undefined : CREDENTIALS.SERVICE_API_KEY)),
  )

  await test.step('a further credential is hidden until somebody asks', async () => {
    const participantToken = { value: TOKEN.replace(/.$/, 'Z'), seat: 4 }
    service.answer({ [`POST ${ADDRESS.chat}`]: { threadId: 't', token: TOKEN, participantToken } })
    await START.chat(page, console.origin)
    const outcome = page.getByRole('region', { name: OUTCOME.chat })
    await outcome.getByText('Details', { exact: true }).click()
    const others = outcome.getByRole('region', { name: 'Other fields' })
    await expect(others).toContainText('participantToken')
    await expect(others).toContainText('[hidden]')
    await others.getByRole('button', { name: 'JSON' }).click()
    await expect(others).not.toContainText(participantToken.value)
    await others.getByRole('button', { name: 'Show hidden' }).click()
    await expect(others).toContainText(participantToken.value)
    expect(await keptInBrowser(page)).not.toContain(participantToken.value)
  })

  await test.step('a token under an unknown name is shown once, and stored nowhere', async () => {
    service.answer({ [`POST ${ADDRESS.chat}`]: { ok: true, ticket: TOKEN } })
    await START.chat(page, console.origin)
    const outcome = page.getByRole('region', { name: OUTCOME.chat })
    await expect(outcome).toContainText('The reply contains no token that can be recognised')
    await expect(outcome.getByRole('region', { name: 'Other fields' })).toContainText(TOKEN)
    expect(await keptInBrowser(page)).not.toContain(TOKEN)
  })
  await service.close()
})
