import { dialog, FILES, row, select } from './knowledge-steps'
import { serveReplies } from './other-service'
import { expect, test } from './screen'
import { CREDENTIALS } from './stack'

const NAMES = ['guide.md', 'Preise <b>2026</b> 🎁.md', 'third.md']
const files = NAMES.map((fileName, index) => ({ fileId: `f${index}`, fileName, status: 'INGESTED' }))

test('where nobody knows which collections hold a file, its name is typed before it is deleted, and of several a word', async ({
  page,
  stack,
}) => {
  // A service that does not tell which files its collections hold.
  const service = await serveReplies({
    'GET /api/v1/knowledge-base/files': { files },
    'GET /api/v1/knowledge-base/collections': { collections: [{ id: 'c1', name: 'Shop', description: '' }] },
    ...Object.fromEntries(files.map(({ fileId }) => [`DELETE /api/v1/knowledge-base/file/${fileId}`, {}])),
  })
  const console = await stack.startConsole({ SERVICE_URL: service.origin, ...CREDENTIALS })
  await page.goto(`${console.origin}${FILES}`)
  const deleted = () =>
    service.sent.map(({ request }) => request).filter((request) => request.startsWith('DELETE'))
  const name = NAMES[1] ?? ''
  await row(page, name).click()
  await dialog(page, name).getByRole('button', { name: 'Delete file' }).click()
  const question = dialog(page, `Delete ${name}?`)
  await expect(question).toContainText('It is unknown whether a collection contains this file.')
  const typed = question.getByLabel(`Type ${name} to confirm`)
  const action = question.getByRole('button', { name: 'Delete file' })
  await expect(action).toHaveAttribute('aria-disabled', 'true')
  // What is lost by it has a colour of its own.
  const main = page.getByRole('button', { name: 'Upload files', includeHidden: true }).first()
  const mainLook = await main.evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect(action).not.toHaveCSS('background-color', mainLook)
  for (const wrong of ['', 'preise', name.toLowerCase()]) {
    await typed.fill(wrong)
    await action.click({ force: true })
    await typed.press('Enter')
  }
  await expect(question).toBeVisible()
  expect(deleted()).toEqual([])

  await typed.fill(` ${name} `)
  await expect(action).not.toHaveAttribute('aria-disabled', 'true')
  service.answer({ 'GET /api/v1/knowledge-base/files': { files: files.toSpliced(1, 1) } })
  await action.click()
  await expect(page.getByText(`${name} was deleted`)).toBeVisible()
  expect(deleted()).toEqual(['DELETE /api/v1/knowledge-base/file/f1'])

  // Several ask for a word, and a question that was left asks anew.
  await select(page, ['guide.md', 'third.md'])
  const several = dialog(page, 'Delete 2 files?')
  const word = several.getByLabel('Type delete to confirm')
  const ask = () => page.getByRole('button', { name: 'Delete', exact: true }).click()
  await ask()
  await word.fill('delete')
  await several.getByRole('button', { name: 'Cancel' }).click()
  await ask()
  await expect(word).toHaveValue('')
  const all = several.getByRole('button', { name: 'Delete 2 files' })
  await all.click({ force: true })
  expect(deleted()).toHaveLength(1)
  await word.fill('delete')
  await all.click()
  await expect.poll(deleted).toHaveLength(3)
  await service.close()
})
