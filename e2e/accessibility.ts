import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright/test'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as it is shown now that keeps people out: rule and where, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated from outside the page: its content policy, which stays on, would refuse a script tag.
  await page.evaluate(await source)
  // What fades in has half a colour meanwhile. One that is taken off the page never finishes.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const { violations } = (await page.evaluate('axe.run()')) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
