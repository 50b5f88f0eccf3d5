import type { Page } from 'playwright/test'
import { openEditor } from './prompt-steps'
import { test } from './screen'

const KEYS = 40
const RUNS = 2
const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const print = (line: string) => process.stdout.write(`${line}\n`)

/** A prompt of 60 kB that repeats 40 declared variables. */
const names = Array.from({ length: 40 }, (_, index) => `variable_${index}`)
const line = (index: number) =>
  `- If {{${names[index % 40]}}} is not known, ask for it, and read {{${names[(index * 7) % 40]}}} back slowly.`
const lines: string[] = []
for (let size = 0; size < 60_000; size += line(lines.length).length + 1) lines.push(line(lines.length))
const agent = {
  name: 'Typing',
  prompt: {
    system: lines.join('\n'),
    variables: names.map((name) => ({ name, required: true, defaultValue: '' })),
  },
}

async function openWithPrompt(page: Page, origin: string, plain: boolean): Promise<void> {
  await page.goto(`${origin}/agents/new`)
  await page.evaluate((wish) => {
    sessionStorage.clear()
    if (wish) localStorage.setItem('switchboard.plain-text', 'true')
    else localStorage.removeItem('switchboard.plain-text')
  }, plain)
  page.removeAllListeners('dialog')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import JSON' }).click()
  const buffer = Buffer.from(JSON.stringify(agent))
  await (await chooser).setFiles({ name: 'typing.json', mimeType: 'application/json', buffer })
  await page.getByText('Every variable of the prompt is declared.').waitFor()
}

/** Milliseconds from each key until the next frame was painted, typed in the middle of the text at 60 ms. */
async function keystrokes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keystrokes: times })
    addEventListener(
      'keydown',
      (event) => {
        const pressed = event.timeStamp
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          // The message comes after the frame of this key is drawn.
          port1.onmessage = () => times.push(performance.now() - pressed)
          port2.postMessage(null)
        })
      },
      true,
    )
  })
  for (let key = 0; key < 20; key++) await page.keyboard.press('ArrowDown')
  await page.evaluate(() => {
    ;(window as unknown as { keystrokes: number[] }).keystrokes.length = 0
  })
  await page.keyboard.type('the quick brown fox jumps over the lazy dog, and then it rests'.slice(0, KEYS), {
    delay: 60,
  })
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as { keystrokes: number[] }).keystrokes)
}

const described = (times: readonly number[]) => {
  const sorted = [...times].sort((a, b) => a - b)
  const slow = sorted[Math.floor(sorted.length * 0.95)] ?? 0
  return `median ${median(times).toFixed(1)} ms, 95 of 100 under ${slow.toFixed(1)} ms (${times.length} keys)`
}

test('typing in a prompt of 60 kB with 40 variables', async ({ page, stack }) => {
  const times = { editor: [] as number[], area: [] as number[] }
  // In turn, so that both run on an equally busy machine.
  for (let run = 0; run < RUNS; run++) {
    await openWithPrompt(page, stack.origin, true)
    await page.getByLabel('System prompt').focus()
    await page.keyboard.press('Control+Home')
    times.area.push(...(await keystrokes(page)))
    await openWithPrompt(page, stack.origin, false)
    await openEditor(page)
    await page.keyboard.press('Control+Home')
    times.editor.push(...(await keystrokes(page)))
  }
  print(`key to painted frame, prompt of 60 kB, text area: ${described(times.area)}`)
  print(`key to painted frame, prompt of 60 kB, editor: ${described(times.editor)}`)
})
