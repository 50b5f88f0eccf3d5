import { expect, type Locator, type Page } from 'playwright/test'

/** What a person sees of where the focus is: nothing where all is well. */
const faultOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'the focus is on nothing'
    const words = `<${focused.localName}> "${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}"`
    // What is drawn by its label, or is part of an editor, has its ring there.
    let ringed = false
    for (
      let element: Element | null = focused, up = 0;
      element && up < 6;
      element = element.parentElement, up += 1
    ) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      ringed ||= outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    if (!ringed) return `${words} has the focus and does not show it`
    // In the window, and not under a bar, a panel or a message (WCAG 2.2, 2.4.11).
    const { top, bottom, left, right } = focused.getBoundingClientRect()
    const seen = [left + 3, (left + right) / 2, right - 3].some((x) =>
      [top + 3, (top + bottom) / 2, bottom - 3].some((y) => {
        const there = document.elementFromPoint(x, y)
        return there !== null && (focused.contains(there) || there.closest('label') !== null)
      }),
    )
    return seen ? '' : `${words} has the focus and is out of sight`
  })

/** Goes on with Tab until this has the focus; at every stop on the way the focus can be seen. */
export async function tabTo(page: Page, target: Locator, most = 60): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    expect(await faultOfFocus(page)).toBe('')
  }
  throw new Error(`${target} cannot be reached by ${most} presses of Tab`)
}

/** Goes there with Tab and presses the key. */
export async function tabAndPress(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
