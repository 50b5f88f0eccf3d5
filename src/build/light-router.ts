import type { ESTree, Plugin } from 'vite'

/** What functions of the router do instead, by its file: ours stands where a screen fails (`defaultErrorComponent`), no screen is changed with a transition of the browser's, and nobody asks whether an address matches. */
const INSTEAD: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'react-router/dist/esm/CatchBoundary.js': { ErrorComponent: '' },
  'router-core/dist/esm/router.js': { startViewTransition: 'return fn()', matchRoute: '' },
}

/** The body of a function that is declared, or given to a member, under a name. */
function bodyOf(part: unknown, name: string): { start: number; end: number } | undefined {
  if (typeof part !== 'object' || part === null) return undefined
  const node = part as ESTree.Node
  if (node.type === 'FunctionDeclaration' && node.id?.name === name) return node.body ?? undefined
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
    const { property } = node.left
    if (property.type === 'Identifier' && property.name === name && 'body' in node.right)
      return node.right.body as { start: number; end: number }
  }
  for (const each of Object.values(part)) {
    const found = bodyOf(each, name)
    if (found) return found
  }
  return undefined
}

/** The router without what no part of the console asks of it, which every screen would load before its rows (D917). */
export const lightRouter = (): Plugin => ({
  name: 'light-router',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { id: new RegExp(Object.keys(INSTEAD).join('|')) },
    handler(code, id) {
      const [, instead = {}] = Object.entries(INSTEAD).find(([file]) => id.endsWith(file)) ?? []
      let light = code
      for (const [name, body] of Object.entries(instead)) {
        const found = bodyOf(this.parse(light), name)
        if (!found) throw new Error(`The router has no ${name} any more: look at src/build/light-router.ts`)
        light = `${light.slice(0, found.start)}{${body}}${light.slice(found.end)}`
      }
      return { code: light, map: null }
    },
  },
})
