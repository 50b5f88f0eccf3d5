import { isWire, type Wire } from '../../contract/reply'
import type { DeclaredVariable } from '../../contract/variable-lint'

/** Where the content of a version is known from. */
export type Source = 'sent' | 'service'

/** One field of a version, by its wire path, such as `prompt.system`; variables are one field each. */
export interface Field {
  readonly path: string
  readonly value: unknown
}

/** How one field stands in two versions. `untold`: only one of the two sources tells it, which is no difference. */
export interface FieldDiff {
  readonly path: string
  readonly state: 'same' | 'changed' | 'untold'
  readonly before: unknown
  readonly after: unknown
}

/** What the service tells about a version rather than what the version is made of. */
const NOT_CONTENT = new Set([
  'id',
  'versionId',
  '_id',
  'agentId',
  'version',
  'deployed',
  'createdAt',
  'updatedAt',
])
/** Of the agent, and only in the request that creates it with its first version (§2). */
const OF_AGENT = new Set(['name', 'description', 'agentType'])

/** What people look at first. The rest follows in the order of the wire. */
const FIRST = [
  'prompt.system',
  'voicemailMessage',
  'firstMessage',
  'prompt.variables',
  'prompt.tools',
  'prompt.preBuiltTools',
  'useKnowledgeBase',
  'knowledgeBaseCollectionIds',
]

const rank = (path: string) => {
  const found = FIRST.findIndex((first) => path === first || path.startsWith(`${first}.`))
  return found < 0 ? FIRST.length : found
}

/** The fields of a version's content, whatever it holds; those of the prompt and each variable by themselves. */
export function fieldsOf(content: Wire): Field[] {
  const fields = Object.entries(content)
    .filter(([name]) => !NOT_CONTENT.has(name))
    .flatMap(([name, value]): Field[] => {
      if (name !== 'prompt' || !isWire(value)) return [{ path: name, value }]
      return Object.entries(value).flatMap(([inner, each]) =>
        inner === 'variables' && Array.isArray(each)
          ? variableFields(each)
          : [{ path: `prompt.${inner}`, value: each }],
      )
    })
  return fields.toSorted((one, other) => rank(one.path) - rank(other.path))
}

function variableFields(variables: readonly unknown[]): Field[] {
  return variables.map((value, index) => {
    const name = isWire(value) && typeof value.name === 'string' ? value.name : String(index + 1)
    return { path: `prompt.variables.${name}`, value }
  })
}

/** Compares two contents field by field. `alike`: both come from the same source, so a field that one lacks is a difference. */
export function compareFields(before: Wire, after: Wire, alike: boolean): FieldDiff[] {
  const [first, second] = [before, after].map(
    (each) => new Map(fieldsOf(each).map(({ path, value }) => [path, value])),
  )
  const paths = [...new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])]
  return paths
    .toSorted((one, other) => rank(one) - rank(other))
    .map((path): FieldDiff => {
      const [one, other] = [first?.get(path), second?.get(path)]
      const inBoth = first?.has(path) && second?.has(path)
      // A variable is told by both sources, so one that is missing was taken out.
      const told = inBoth || (path.startsWith('prompt.variables.') ? true : alike && !OF_AGENT.has(path))
      const state = stable(one) === stable(other) ? 'same' : told ? 'changed' : 'untold'
      return { path, state, before: one, after: other }
    })
}

/** A value as text that does not depend on the order of keys. Nothing, `null` and an empty list mean the same here. */
function stable(value: unknown): string {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return 'null'
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  if (!isWire(value)) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${stable(each)}`).join(',')}}`
}

/** What the screens need of a version's content, read from whatever there is. */
export interface VersionContent {
  readonly system: string
  readonly voicemailMessage?: string
  readonly firstMessage?: string
  readonly variables: readonly DeclaredVariable[]
  /** Slugs of the custom tools, in order. */
  readonly tools: readonly string[]
  readonly preBuiltTools: readonly string[]
  readonly collectionIds: readonly string[]
  readonly useKnowledgeBase: boolean
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** Tools go by slug; a service may answer with whole ones (D16). */
const slugs = (value: unknown): string[] =>
  texts(
    Array.isArray(value)
      ? value.map((each) => (isWire(each) ? (each.slug ?? each.name ?? each.id) : each))
      : [],
  )

const textOr = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

export function readContent(content: unknown): VersionContent | undefined {
  if (!isWire(content)) return undefined
  const prompt = isWire(content.prompt) ? content.prompt : {}
  const declared = Array.isArray(prompt.variables) ? prompt.variables.filter(isWire) : []
  return {
    system: textOr(prompt.system) ?? '',
    voicemailMessage: textOr(content.voicemailMessage),
    firstMessage: textOr(content.firstMessage),
    variables: declared.flatMap(({ name, required, defaultValue }) =>
      typeof name === 'string'
        ? [
            {
              name,
              required: required === true,
              defaultValue: typeof defaultValue === 'string' ? defaultValue : '',
            },
          ]
        : [],
    ),
    tools: slugs(prompt.tools),
    preBuiltTools: slugs(prompt.preBuiltTools),
    collectionIds: texts(content.knowledgeBaseCollectionIds),
    useKnowledgeBase: content.useKnowledgeBase === true,
  }
}

/** A declared variable as a field of a comparison holds it; nothing where it says more than is known of variables. */
export function readDeclaration(value: unknown): Omit<DeclaredVariable, 'name'> | undefined {
  if (!isWire(value)) return undefined
  const { name: _, required, defaultValue = '', ...more } = value
  if (typeof required !== 'boolean' || Object.keys(more).length > 0) return undefined
  return typeof defaultValue === 'string' ? { required, defaultValue } : undefined
}
