import { mkdir, writeFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright/test'
import { expect, test } from './screen'

const bundle = (path: string) => new URL(`../${path}`, import.meta.url)

/** A picture by its name: the way there, beginning on the overview. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  overview: async (page) => {
    await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent changes' })).toBeVisible()
    // The sample's calls last a while.
    await expect(page.getByText(/going on/)).toHaveCount(0, { timeout: 180_000 })
  },
  agent: async (page) => {
    await page.getByRole('link', { name: 'Agents', exact: true }).first().click()
    await page.getByRole('table', { name: 'Agents' }).getByText('Returns desk').click()
    await page.getByRole('button', { name: 'Try version' }).click()
    const trial = page.getByRole('dialog', { name: /^Try / })
    const answers = trial.getByText(/^Whole answer/)
    // Nothing is sent while the greeting is on its way.
    await expect(answers).toHaveCount(1)
    await trial.getByLabel('Message as the customer').fill('Within how many days can I return unused gear?')
    await page.keyboard.press('Enter')
    await expect(answers).toHaveCount(2)
  },
  run: async (page) => {
    await page.getByRole('link', { name: /^Open run/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('With delivery')
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('passed')
  },
}

/** A quarter of the bytes of a PNG. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const encoded = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.85)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(encoded.split(',')[1] ?? '', 'base64')
}

test('pictures of the sample workspace, light and dark', async ({ stack, browser }) => {
  test.setTimeout(300_000)
  const { origin } = await stack.startConsole()
  const { lookAfterSample } = await import(bundle('dist/server/sample.js').href)
  await lookAfterSample(origin)
  await mkdir(bundle('docs/pictures/'), { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
    for (const [name, open] of Object.entries(SCREENS)) {
      await page.goto(origin)
      await open(page)
      await page.waitForLoadState('networkidle')
      const picture = await toWebp(browser, await page.screenshot({ animations: 'disabled' }))
      await writeFile(bundle(`docs/pictures/${name}-${colorScheme}.webp`), picture)
    }
    await page.close()
  }
})
