import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rail } from '../ui/rail-items'
import { headingIn } from './console-page'

it.each(rail.flatMap(({ items }) => items))(
  'the first picture of $label has its heading and the line below it (D730)',
  ({ label, to }) => {
    const file = [`src/routes${to}.tsx`, `src/routes${to}/index.tsx`].find((path) => existsSync(path)) ?? ''
    expect(headingIn(readFileSync(file, 'utf8'))).toMatchObject({ title: label, context: expect.any(String) })
  },
)

it('a heading that hangs on what is read is none of a first picture', () => {
  expect(headingIn('<Page fill title="Activity" context={isTeam ? team : alone}>')).toBeFalsy()
  expect(headingIn('<Page title={name} context="Web chat">')).toBeFalsy()
})
