import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What is of one browser also where people sign in, or is said only where nobody does. */
const RIGHT: Readonly<Record<string, readonly RegExp[]>> = {
  'activity/audit.tsx': [/An audit log needs sign-in/],
  'activity/index.tsx': [/^ *: 'Writes of this browser/],
  'settings/-remembered.tsx': [/isTeam \?/, /Stored in this browser, separately/],
  'settings/-forget-everything.tsx': [/This browser has nothing stored/, /isTeam \?/],
  'settings/index.tsx': [/as this computer is set/],
  'agents/-deployments.tsx': [/Imported from another browser/],
  'agents/-transfer.tsx': [/for a colleague or another browser/],
  '-shell/sign-out-dialog.tsx': [/All tabs of this browser/, /Forget what this browser stores/],
  '-shared/team-import.tsx': [/This browser remembers/],
  '-shared/who-works.ts': [/Another tab of this browser/],
}

const isComment = (line: string) => /^\s*(\/\*\*|\*|\/\/)/.test(line)

it('no screen says "this browser" of what the team recorded', () => {
  const files = readdirSync('src/routes', { recursive: true, encoding: 'utf8' })
  const found = files.flatMap((file) => {
    if (!/\.tsx?$/.test(file) || file.includes('.test.')) return []
    const right = RIGHT[file] ?? []
    const lines = readFileSync(`src/routes/${file}`, 'utf8').split('\n')
    return lines
      .filter((line) => /(this|another) browser/i.test(line) && !isComment(line))
      .filter((line) => !right.some((words) => words.test(line)))
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(found).toEqual([])
})

it('no hint of a field names it as the wire does (words.md, rule 7)', () => {
  const screens = readdirSync('src/routes', { recursive: true, encoding: 'utf8' }).map(
    (file) => `routes/${file}`,
  )
  const found = [...screens, 'contract/version-fields.ts'].flatMap((file) => {
    if (!/\.tsx?$/.test(file)) return []
    const hints = readFileSync(`src/${file}`, 'utf8').matchAll(/\bhint[=:]\s*\{?[^"'`}<]*(["'`])(.*?)\1/gs)
    return [...hints]
      .map(([, , said = '']) => said.replace(/\{.*?\}+/gs, ''))
      .filter((said) => /[a-z][A-Z]|\w_\w/.test(said.replace('cURL', '')))
      .map((said) => `${file}: ${said}`)
  })
  expect(found).toEqual([])
})
