import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { cutReact, NAMED } from './light-react'

const cut = (code: string) =>
  cutReact(`exports.version = "19.3.1"; ${code}`, parseAst).replace('exports.version = "19.3.1"; ', '')

it('cuts off kinds of elements that are never made, and keeps what others need of their cases', () => {
  expect(
    cut('function f(a){switch(a.tag){case 5:return 1;case 30:var b=2;return b;case 26:case 6:b=3;return b}}'),
  ).toBe('function f(a){var b;switch(a.tag){case 5:return 1;case 6:b=3;return b}}')
  expect(cut('5 === a.tag || 27 === a.tag; 31 !== tag; 27 === a.keyCode')).toBe(
    '5 === a.tag || false; true; 27 === a.keyCode',
  )
  // It runs on into a kind that there is.
  const runsOn = 'switch(a.tag){case 27:b();case 5:c();break}'
  expect(cut(runsOn)).toBe(runsOn)
})

it('knows what never changes in a page that no server rendered', () => {
  expect(cut('isHydrating = !0; if (isHydrating || a.isDehydrated) b(c.dehydrated)')).toBe(
    'false; if (false || false) b(null)',
  )
  const other = 'function f(isHydrating){return isHydrating}'
  expect(cut(other)).toBe(other)
  expect(cut('a.dehydrated = b')).toBe('a.dehydrated = b')
})

it('leaves out what is never called', () => {
  expect(cut('function getParentHydrationBoundary(a){return a.b}')).toBe(
    'function getParentHydrationBoundary(a){return null}',
  )
  expect(cut('exports.hydrateRoot = f; FragmentInstance.prototype.focus = f')).toBe('0; 0')
  expect(cut('ReactDOMHydrationRoot.prototype.a = Root.prototype.a = f')).toBe('Root.prototype.a = f')
})

it('finds everything that it names in the source of React', () => {
  const code = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')
  const light = cutReact(code, parseAst)
  expect(light.length).toBeLessThan(code.length * 0.9)
  expect(() => parseAst(light)).not.toThrow()
  for (const name of NAMED) expect(code).toMatch(new RegExp(`function ${name.replace('$', '\\$')}\\(`))
})

it('refuses a React that nobody looked through', () => {
  expect(() => cutReact('exports.version = "19.4.0";', parseAst)).toThrow('no longer 19.3.1')
})
