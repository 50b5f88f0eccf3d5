import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright/test'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as shown now that excludes people: rule and place, one line each. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated from outside, because the page's content policy refuses a script tag.
  await page.evaluate(await source)
  // What fades in has half its colour until it ends. An animation of a removed element never ends.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const options = rules ? JSON.stringify({ runOnly: { type: 'rule', values: rules } }) : ''
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** The same for the light and the dark theme, which have the same elements in other colours. */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const light = await seriousFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousFindings(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => `dark, ${finding}`)]
}
