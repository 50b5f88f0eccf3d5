import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright/test'

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Asked of axe: `only` these rules, or all that it applies by itself and `also` these. */
interface Asked {
  readonly only?: readonly string[]
  readonly also?: readonly string[]
}

/** What axe finds on the page as shown now that excludes people: rule and place, one line each. */
export async function seriousFindings(page: Page, { only, also = [] }: Asked = {}): Promise<string[]> {
  // Evaluated from outside, because the page's content policy refuses a script tag. Reading half a megabyte of it takes as long as a rule.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(await source)
  // What fades in has half its colour until it ends. An animation of a removed element never ends.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  return page.evaluate(
    async ({ only, also }) => {
      const { axe } = window as unknown as { axe: typeof Axe & { _audit: { rules: Judged[] } } }
      type Judged = { readonly id: string; readonly impact?: string | null }
      const serious = ({ impact }: Judged) => impact === 'serious' || impact === 'critical'
      const set = (ids: readonly string[], enabled: boolean) => ids.map((id) => [id, { enabled }] as const)
      // What is never serious is not looked for: nobody reads it, and it is a third of what there is to do.
      const left = axe._audit.rules.filter((rule) => !serious(rule)).map(({ id }) => id)
      const { violations } = await axe.run({
        // What is in order is not described: nobody reads that either.
        resultTypes: ['violations'],
        ...(only
          ? { runOnly: { type: 'rule', values: [...only] } }
          : { rules: Object.fromEntries([...set(left, false), ...set(also, true)]) }),
      })
      return violations
        .filter(serious)
        .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
    },
    { only, also },
  )
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
  const findings = await seriousFindings(page, { only: OF_COLOURS })
  await page.emulateMedia({ forcedColors: 'none' })
  return findings.map((finding) => `forced colours, ${finding}`)
}

/**
 * The same for the light and the dark theme. A theme changes the values of colours and nothing else (`styles.css`): elements, names, roles
 * and their order were judged in the light one, so in the dark one only the rules about colours can come out differently.
 */
export async function findingsInBothThemes(page: Page, also: readonly string[] = []): Promise<string[]> {
  const light = await seriousFindings(page, { also })
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousFindings(page, { only: OF_COLOURS })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark.map((finding) => `dark, ${finding}`)]
}

/** The same on a desk, and on a phone in the light theme: a pair of colours is the same at each width. */
export async function findingsAtBothWidths(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 860 })
  const onPhone = (await seriousFindings(page)).map((finding) => `at 390: ${finding}`)
  await page.setViewportSize({ width: 1280, height: 860 })
  return [...onPhone, ...(await findingsInBothThemes(page))]
}
