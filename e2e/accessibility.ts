import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright/test'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as shown now that excludes people: rule and place, one line each. */
export async function seriousFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated from outside, because the page's content policy refuses a script tag. Reading half a megabyte of it takes as long as a rule.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await source)
  // What fades in has half its colour until it ends. An animation of a removed element never ends.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const options = {
    // What is in order is not described: nobody reads it, and it is most of what there is.
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** The actions in sight that look like the main one of the screen, or of a panel; there may be one (D791). */
export const mainActions = (page: Page, within = page.getByRole('main')): Promise<string[]> =>
  within
    .locator('a, button')
    .evaluateAll((all) =>
      all.flatMap((each) =>
        each.classList.contains('bg-accent') && each.checkVisibility() ? [each.textContent] : [],
      ),
    )

/** The rules that look at colours: of text on its ground, and of a link within text. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What cannot be read where the system gives the colours: what keeps one of its own may stand on a ground of the system's. */
export async function unreadableInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const findings = await seriousFindings(page, OF_COLOURS)
  await page.emulateMedia({ forcedColors: 'none' })
  return findings.map((finding) => `forced colours, ${finding}`)
}

/**
 * The same for the light and the dark theme. A theme changes the values of colours and nothing else (`styles.css`): elements, names, roles
 * and their order were judged in the light one, so in the dark one only the rules about colours can come out differently.
 */
export async function findingsInBothThemes(page: Page): Promise<string[]> {
  const light = await seriousFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousFindings(page, OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => `dark, ${finding}`)]
}

/** The same on a phone and on a desk. */
export async function findingsAtBothWidths(page: Page): Promise<string[]> {
  const findings: string[] = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 860 })
    findings.push(...(await findingsInBothThemes(page)).map((finding) => `at ${width}: ${finding}`))
  }
  return findings
}
