import { parseSync } from 'vite'

const OTHER = ['BinaryExpression', 'CallExpression', 'MemberExpression']

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && typeof (value as Partial<Node>).type === 'string'

/**
 * Texts of a source that are lists of classes: all within `className`, `classNames()` or an attribute that ends so, and elsewhere those of
 * several words of which at least half make CSS and one is no word of English.
 */
export function classLists(
  { path, text }: { readonly path: string; readonly text: string },
  makesCss: (name: string) => boolean,
): string[] {
  const found: string[] = []
  const looksLikeClasses = (words: string) => {
    const names = words.split(/\s+/).filter(Boolean)
    const styled = names.filter(makesCss)
    return names.length > 1 && styled.length * 2 >= names.length && styled.some((name) => /[-:]/.test(name))
  }
  const walk = (value: unknown, certain: boolean): void => {
    if (Array.isArray(value)) {
      for (const each of value) walk(each, certain)
      return
    }
    if (!isNode(value)) return
    const words = textOf(value)
    if (words !== undefined && (certain || looksLikeClasses(words))) found.push(words)
    // What is compared, looked up or given to a function within a list of classes is none itself.
    const within = isListOfClasses(value) || (certain && !OTHER.includes(value.type))
    for (const [key, each] of Object.entries(value))
      walk(each, within && !(value.type === 'ConditionalExpression' && key === 'test'))
  }
  walk(parseSync(path, text).program, false)
  return found
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateElement') return (node.value as { cooked?: string }).cooked
  return undefined
}

function isListOfClasses(node: Node): boolean {
  const named = (value: unknown, words: RegExp) =>
    isNode(value) && typeof value.name === 'string' && words.test(value.name)
  return (
    (node.type === 'JSXAttribute' && named(node.name, /[cC]lassName$/)) ||
    (node.type === 'CallExpression' && named(node.callee, /^classNames$/))
  )
}
