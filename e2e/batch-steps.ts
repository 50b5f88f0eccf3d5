import { expect, type Page } from 'playwright/test'
import { haveAgent, type Variable } from './agent-steps'
import type { Stack } from './stack'

/** A number of a range without subscribers. */
export const numberOf = (row: number) => `+1415555${1000 + row}`

export const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

export async function choose(page: Page, ...files: ReturnType<typeof csv>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^Choose (CSV|another) file/ }).click()
  await (await chooser).setFiles(files)
}

/** Opens the form of a new batch for an agent that is deployed with these variables. */
export async function prepare(page: Page, name: string, variables: readonly Variable[] = []) {
  const { agentId } = await haveAgent(page, name, { variables })
  await page.goto(`/calls/batch/new?agent=${agentId}`)
  await expect(page.getByLabel('Version id')).not.toHaveValue('')
  await page.getByLabel('Outbound phone number id').fill('number-main')
  return agentId
}

/** Changes how often the batch whose page is open calls: slowly while a journey must not find it ended, fast to its end. */
export async function setPace(page: Page, seconds: string): Promise<void> {
  await page.getByText('Change pace').click()
  await page.getByLabel('One call every').fill(seconds)
  await page.getByRole('button', { name: 'Set pace' }).click()
  await expect(page.getByRole('button', { name: 'Set pace' })).toBeHidden()
}

/** Every number that the service has a call to, for one agent. */
export async function recordedNumbers(page: Page, { records }: Stack, agentId: string): Promise<string[]> {
  const numbers: string[] = []
  let cursor = ''
  do {
    const reply = await page.request.get(
      `${records.url}/api/v1/agent-calls?limit=100&agentId=${agentId}${cursor && `&cursor=${cursor}`}`,
      { headers: records.headers },
    )
    const { agentCalls, pagination } = await reply.json()
    numbers.push(...agentCalls.map(({ toPhoneNumber }: { toPhoneNumber: string }) => toPhoneNumber))
    cursor = pagination?.nextCursor ?? ''
  } while (cursor)
  return numbers
}
