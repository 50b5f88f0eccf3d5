import { expect, type Locator, type Page } from 'playwright/test'

/** The prompt once its editor has loaded; a text area until then. */
export async function openEditor(page: Page): Promise<Locator> {
  const prompt = page.getByLabel('System prompt')
  await prompt.focus()
  await expect(prompt).toHaveAttribute('contenteditable', 'true')
  return prompt
}

/** The text of the editor, line by line. Short prompts only, because it draws only visible lines. */
export const textOf = (prompt: Locator): Promise<string> =>
  prompt.evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent ?? '').join('\n'),
  )
