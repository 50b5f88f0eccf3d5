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

it('has what browsers of today have, and the other names of attributes that the console sets', () => {
  expect(cut('var clz32 = Math.clz32 ? Math.clz32 : a; if (canUseDOM) b(document.documentMode)')).toBe(
    'var clz32 = Math.clz32; if (true) b(document.documentMode)',
  )
  expect(cut('var aliases = new Map([["capHeight", "cap-height"], ["htmlFor", "for"]])')).toBe(
    'var aliases = new Map([["htmlFor","for"]])',
  )
})

it('has no hooks that nobody takes, and finds out nothing that is known', () => {
  expect(cut('var a = { useState: b, useTransition: function () {}, useOptimistic: c }')).toBe(
    'var a = { useState: b, _:0, _:0 }',
  )
  expect(cut('if (canUseDOM) try { c() } catch (a) { b() }')).toBe('')
})

it('makes no error that nothing has thrown', () => {
  expect(cut('var SuspenseException = Error(a(460)), b = Error(a(1))')).toBe(
    'var SuspenseException = {}, b = Error(a(1))',
  )
  const code = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')
  expect(cutReact(code, parseAst)).not.toMatch(/Exception = Error/)
})

it('finds everything that it names in the source of React', () => {
  const code = readFileSync('node_modules/react-dom/cjs/react-dom-client.production.js', 'utf8')
  const light = cutReact(code, parseAst)
  expect(light.length).toBeLessThan(code.length * 0.9)
  expect(() => parseAst(light)).not.toThrow()
  for (const name of NAMED.functions)
    expect(code).toMatch(new RegExp(`function ${name.replace('$', '\\$')}\\(`))
  for (const name of NAMED.variables) expect(code).toMatch(new RegExp(`(?<![.\\w])${name} =|var ${name}\\b`))
})

it('refuses a React that nobody looked through', () => {
  expect(() => cutReact('exports.version = "19.4.0";', parseAst)).toThrow('no longer 19.3.1')
})
