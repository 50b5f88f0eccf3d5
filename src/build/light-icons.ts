import type { Plugin } from 'vite'

const FRAME = '\0light-icon'

/** What every icon is drawn by. The package's own reads a context, joins classes and names that nothing here uses, at every drawing. */
const DRAW = `
import { createElement } from 'react'
export default ({ node }) => ({ size = 24, ...rest }) =>
  createElement(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg', width: size, height: size, viewBox: '0 0 24 24', fill: 'none',
      stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true, ...rest,
    },
    node.map(([tag, attributes]) => createElement(tag, attributes)),
  )
`

/**
 * Icons as their shapes alone (D363): 1 kB less on every first screen. The keys of their parts are random texts that no compression makes smaller,
 * so they become numbers; other names of an icon go.
 */
export const lightIcons = (): Plugin => ({
  name: 'light-icons',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: /createLucideIcon\.mjs$/ },
    handler: (_id, importer) => (importer?.includes('/lucide-react/dist/esm/icons/') ? FRAME : undefined),
  },
  load: { filter: { id: /light-icon$/ }, handler: (id) => (id === FRAME ? DRAW : undefined) },
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
    handler: (code) => {
      let at = 0
      const light = code
        .replace(/key: "[a-z0-9]+"/g, () => `key: ${at++}`)
        .replace(/,\s*aliases: \[[^\]]*\]/, '')
        .replace(/name: "[\w-]+",\s*size: 24,\s*/, '')
        .replace(/^__iconData\.node;$/m, '')
      return { code: light, map: null }
    },
  },
})
