import type { ESTree, Plugin } from 'vite'

const FRAME = '\0light-icon'

/** What every icon is drawn by. The package's own reads a context, joins classes and names that nothing here uses, at every drawing. */
const DRAW = `
import { createElement } from 'react'
export default (d) => ({ size = 24, ...rest }) =>
  createElement(
    'svg',
    {
      width: size, height: size, viewBox: '0 0 24 24', fill: 'none',
      stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round', strokeLinejoin: 'round', 'aria-hidden': true, ...rest,
    },
    createElement('path', { d }),
  )
`

type Attributes = Readonly<Record<string, string>>

/** The outline of an ellipse; both radii in px. */
const oval = (cx: number, cy: number, rx: number, ry = rx) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0-${2 * rx} 0z`

function box(x: number, y: number, width: number, height: number, rx: number, ry: number): string {
  const corner = (dx: number, dy: number) => (rx > 0 ? `a${rx} ${ry} 0 0 1 ${dx} ${dy}` : '')
  const [wide, high] = [width - 2 * rx, height - 2 * ry]
  return `M${x + rx} ${y}h${wide}${corner(rx, ry)}v${high}${corner(-rx, ry)}h-${wide}${corner(-rx, -ry)}v-${high}${corner(rx, -ry)}z`
}

/** How each shape is drawn with a pen, by its name; a path that begins with a relative move begins at the corner. */
const PENS: Readonly<Record<string, (of: Attributes, at: (name: string) => number) => string>> = {
  path: ({ d = '' }) => d.replace(/^m/, 'M0 0m'),
  // A dot that is filled has its middle drawn as well.
  circle: ({ fill }, at) => oval(at('cx'), at('cy'), at('r')) + (fill ? `M${at('cx')} ${at('cy')}h.01` : ''),
  ellipse: (_, at) => oval(at('cx'), at('cy'), at('rx'), at('ry')),
  line: (_, at) => `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`,
  polyline: ({ points = '' }) => `M${points}`,
  polygon: ({ points = '' }) => `M${points}z`,
  rect: ({ rx, ry }, at) =>
    box(at('x'), at('y'), at('width'), at('height'), Number(rx ?? ry ?? 0), Number(ry ?? rx ?? 0)),
}

/** The parts of an icon as one path. Throws where a part is more than its line, as one that is filled. */
export const pathOf = (icon: string, node: readonly (readonly [string, Attributes])[]): string =>
  node
    .map(([shape, { key: _, ...of }]) => {
      const known = Object.keys(of).every(
        (name) =>
          /^(d|c?[xy][12]?|r|r[xy]|width|height|points)$/.test(name) ||
          (name === 'fill' && Number(of.r) <= 1),
      )
      const pen = PENS[shape]
      if (!known || !pen) throw new Error(`The icon ${icon} has a part that is more than a line`)
      return pen(of, (name) => Number(of[name] ?? 0))
    })
    .join('')

/** What a literal of a module says. */
function literal(node: ESTree.Node): unknown {
  if (node.type === 'Literal') return node.value
  if (node.type === 'ArrayExpression') return node.elements.map((each) => each && literal(each))
  if (node.type !== 'ObjectExpression') return undefined
  return Object.fromEntries(
    node.properties.flatMap((each) =>
      each.type === 'Property' && each.key.type === 'Identifier'
        ? [[each.key.name, literal(each.value)]]
        : [],
    ),
  )
}

interface Icon {
  readonly name: string
  readonly node: Parameters<typeof pathOf>[1]
}

const isIcon = (read: unknown): read is Icon =>
  typeof read === 'object' && read !== null && 'name' in read && 'node' in read && Array.isArray(read.node)

/**
 * Icons as one path each (D363). The package's own parts are up to five elements with random keys, all of which a first screen makes one by one,
 * for each of its rows.
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
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
    handler(code, id) {
      const data = this.parse(code)
        .body.flatMap((each) => (each.type === 'VariableDeclaration' ? each.declarations : []))
        .find(({ id }) => id.type === 'Identifier' && id.name === '__iconData')
      const icon = data?.init && literal(data.init)
      if (!isIcon(icon)) throw new Error(`There is no icon in ${id}`)
      const path = JSON.stringify(pathOf(icon.name, icon.node))
      return { code: `import draw from '../createLucideIcon.mjs'\nexport default draw(${path})\n`, map: null }
    },
  },
})
