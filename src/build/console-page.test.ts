import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { rail } from '../ui/rail-items'
import { headingIn, stylesOf } from './console-page'

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

it('the styles of a first picture are those that can apply to its elements', () => {
  const kept = (css: string) => stylesOf(new Set(['html', 'body', 'button', 'h1']), css)
  const applying = [
    '*,:before,::backdrop{margin:0}',
    'h1,h2{font-size:inherit}',
    '.grow{flex-grow:1}',
    String.raw`.hover\:ink:hover{color:red}`,
    '@media (min-width:900px){html:has([data-outline]){scroll-padding-top:76px}}',
    '@property --tw-border-style{syntax:"*";inherits:false}',
    'button:not(:disabled),summary,[role=option]{cursor:pointer}',
    ':root[data-theme=dark]{color-scheme:dark}',
    '@layer theme;@layer base{button{font:inherit}}',
  ]
  for (const css of applying) expect(kept(css)).toBe(css)
  const others = [
    'table{border-collapse:collapse}',
    ':where(select:is([multiple],[size])) optgroup option{padding-inline-start:20px}',
    ':has(>table){scroll-padding-top:40px}',
    '::placeholder{opacity:1}',
    '::-webkit-calendar-picker-indicator{line-height:1}',
    ':-moz-ui-invalid{box-shadow:none}',
    '@supports (a:b){::placeholder{color:red}@supports (c:d){::placeholder{color:blue}}}',
  ]
  for (const css of others) expect(kept(css)).toBe('')
})
