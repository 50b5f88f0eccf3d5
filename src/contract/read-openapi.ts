import { VARIABLE_NAME } from './placeholders'
import { isWire, textOf, type Wire } from './reply'
import { TOOL_METHODS } from './tool-changes'
import { NotImported, type ToolDraft } from './tool-draft'

/** An operation of an OpenAPI document, as a person chooses it. */
export interface ListedOperation {
  /** Such as `GET /orders/{id}`. */
  readonly key: string
  readonly summary?: string
  /** The tool that calls it. */
  readonly draft: () => ToolDraft
}

export interface OpenApiDocument {
  readonly title?: string
  readonly operations: readonly ListedOperation[]
}

type Variable = ToolDraft['variables'][number]

/** Schemas that nest deeper are left out. */
const DEPTH_MAX = 6
/** Parts of a body that are looked at. Twenty schemas that all refer to each other are millions of them. */
const PARTS_MAX = 1_000

const wires = (value: unknown): Wire[] => (Array.isArray(value) ? value.filter(isWire) : [])

/** A name that can stand between the braces of `{{name}}`. */
function variableName(name: string): string {
  const named = name.replace(/[^A-Za-z0-9_.-]/g, '_')
  return VARIABLE_NAME.test(named) ? named : `_${named}`
}

const placeholder = (name: string) => `{{${variableName(name)}}}`

const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
}

/** Reads the operations of an OpenAPI document (3.x, or Swagger 2.0) in JSON. Throws `NotImported` with the reason where it is none. */
export function readOpenApi(text: string): OpenApiDocument {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    const isYaml = /^\s*(?:openapi|swagger)\s*:/m.test(text)
    throw new NotImported(
      isYaml
        ? 'This document is YAML. Save it as JSON first; most tools that show it can export that.'
        : 'This is not JSON, or was cut off.',
    )
  }
  if (!isWire(document) || !isWire(document.paths) || !(document.openapi ?? document.swagger))
    throw new NotImported('This is no OpenAPI document: it has no version or no paths.')
  const whole = document
  const operations = Object.entries(document.paths).flatMap(([path, item]) => {
    if (!isWire(item)) return []
    return TOOL_METHODS.flatMap((method): ListedOperation[] => {
      const operation = item[method.toLowerCase()]
      if (!isWire(operation)) return []
      const draft = () => new Importer(whole).draft(path, method, item, operation)
      return [{ key: `${method} ${path}`, summary: textOf(operation.summary), draft }]
    })
  })
  if (operations.length === 0) throw new NotImported('The document has no operation that a tool can call.')
  return { title: isWire(document.info) ? textOf(document.info.title) : undefined, operations }
}

/** Makes a tool of one operation. */
class Importer {
  readonly #variables = new Map<string, Variable>()
  readonly #notes: string[] = []
  #parts = 0

  constructor(private readonly document: Wire) {}

  draft(path: string, method: string, item: Wire, operation: Wire): ToolDraft {
    // Those of the operation replace those of the path.
    const named = new Map(
      [...wires(item.parameters), ...wires(operation.parameters)]
        .map((each) => this.#resolve(each))
        .map((each) => [`${each.in} ${each.name}`, each] as const),
    )
    const parameters = [...named.values()].filter(({ name }) => typeof name === 'string' && name !== '')
    const of = (place: string) => parameters.filter((each) => each.in === place)
    const add = (parameter: Wire) => {
      const name = String(parameter.name)
      const schema = isWire(parameter.schema) ? this.#resolve(parameter.schema) : parameter
      this.#variable(name, schema, parameter.required === true, textOf(parameter.description))
      return placeholder(name)
    }
    for (const parameter of of('path')) add({ ...parameter, required: true })
    const filled = path.replace(/\{([^{}]+)\}/g, (_, name: string) => placeholder(name))
    const required = of('query').filter((each) => each.required === true)
    const optional = of('query').length - required.length
    if (optional > 0)
      this.#notes.push(`${optional} optional query parameters were left out; add those that the agent needs.`)
    const query = required.map((each) => `${encodeURIComponent(String(each.name))}=${add(each)}`).join('&')
    const headers = of('header').map((each) => ({ name: String(each.name), value: add(each) }))
    const body = this.#body(operation, of('body')[0])
    if (body) headers.unshift({ name: 'Content-Type', value: 'application/json' })
    if (wires(operation.security ?? this.document.security).some((each) => Object.keys(each).length > 0))
      this.#notes.push('The operation needs a credential; add its header.')
    const name = textOf(operation.summary) ?? textOf(operation.operationId) ?? `${method} ${path}`
    return {
      name: name.slice(0, 200).toWellFormed(),
      slug: slugOf(textOf(operation.operationId) ?? name),
      description: (textOf(operation.description) ?? textOf(operation.summary) ?? '')
        .slice(0, 2_000)
        .toWellFormed(),
      method,
      url: this.#base(item, operation) + filled + (query && `?${query}`),
      headers,
      body,
      variables: [...this.#variables.values()],
      notes: this.#notes,
    }
  }

  #variable(name: string, schema: Wire, required: boolean, description = textOf(schema.description)): void {
    const type = TYPES[String(Array.isArray(schema.type) ? schema.type[0] : schema.type)] ?? 'str'
    const variable = variableName(name)
    this.#variables.set(variable, {
      name: variable,
      type,
      description: (description ?? '').slice(0, 2_000).toWellFormed(),
      // One name may stand in the path, and in the body too.
      required: required || this.#variables.get(variable)?.required === true,
    })
  }

  /** Where the operation is: the first server named closest to it. */
  #base(item: Wire, operation: Wire): string {
    const { host, basePath = '', schemes, servers } = this.document
    if (typeof host === 'string') {
      const scheme = Array.isArray(schemes) && !schemes.includes('https') ? String(schemes[0]) : 'https'
      return `${scheme}://${host}${basePath}`.replace(/\/$/, '')
    }
    const [server] = [operation.servers, item.servers, servers].flatMap(wires)
    const defaults = isWire(server?.variables) ? server.variables : {}
    const url = String(server?.url ?? '').replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const variable = defaults[name]
      return isWire(variable) ? String(variable.default ?? '') : ''
    })
    if (/^https?:\/\//i.test(url)) return url.replace(/\/$/, '')
    this.#notes.push('The document names no host; put it before the path of the URL.')
    return `https://${url.replace(/\/$/, '')}`
  }

  #body(operation: Wire, inBody: Wire | undefined): Wire | undefined {
    const request = isWire(operation.requestBody) ? this.#resolve(operation.requestBody) : undefined
    const content = isWire(request?.content) ? request.content : {}
    const json = Object.entries(content).find(([type]) => /[/+]json\b/i.test(type))?.[1]
    const schema = isWire(json) ? json.schema : inBody?.schema
    if (request && !isWire(json)) this.#notes.push('The body is not JSON, so it was left out.')
    if (!isWire(schema)) return undefined
    const body = this.#example(schema, '', true)
    if (isWire(body)) return body
    this.#notes.push('The body is not a JSON object, so it was left out.')
    return undefined
  }

  /** A value of this shape, with a variable for each plain field. `path`: the names on the way to it; `above`: the schemas that hold it. One that holds itself is left out. */
  #example(given: Wire, path: string, required: boolean, above: readonly (readonly Wire[])[] = []): unknown {
    const schema = this.#resolve(given)
    if (above.length > DEPTH_MAX || above.some((each) => each.includes(schema))) return undefined
    this.#parts += 1
    if (this.#parts === PARTS_MAX)
      this.#notes.push('The body has too many parts; some of them were left out.')
    if (this.#parts >= PARTS_MAX) return undefined
    if (schema.const !== undefined) return schema.const
    const parts = wires(schema.allOf).map((each) => this.#resolve(each))
    const holders = [...above, [schema, ...parts]]
    const properties = Object.assign({}, ...[...parts, schema].map((each) => each.properties)) as Wire
    if (Object.keys(properties).length > 0 || schema.type === 'object') {
      const needed = [...parts, schema].flatMap((each) => (Array.isArray(each.required) ? each.required : []))
      const fields = Object.entries(properties).flatMap(([name, each]): [string, unknown][] => {
        if (!isWire(each) || each.readOnly === true) return []
        const isNeeded = required && needed.includes(name)
        const value = this.#example(each, path ? `${path}_${name}` : name, isNeeded, holders)
        return value === undefined ? [] : [[name, value]]
      })
      return Object.fromEntries(fields)
    }
    const [choice] = [schema.oneOf, schema.anyOf].flatMap(wires)
    if (choice) return this.#example(choice, path, required, holders)
    if (schema.type === 'array') {
      const items = isWire(schema.items) ? this.#example(schema.items, path, required, holders) : undefined
      return items === undefined ? [] : [items]
    }
    if (path === '') return undefined
    this.#variable(path, schema, required)
    return placeholder(path)
  }

  /** What a reference within the document stands for. */
  #resolve(given: Wire): Wire {
    let found: unknown = given
    for (let step = 0; step < 10 && isWire(found) && typeof found.$ref === 'string'; step++) {
      if (!found.$ref.startsWith('#/')) {
        this.#notes.push('A part of the operation stands in another document and was left out.')
        return {}
      }
      const names = found.$ref.slice(2).split('/').map(unescaped)
      found = names.reduce<unknown>((here, name) => (isWire(here) ? here[name] : undefined), this.document)
    }
    return isWire(found) ? found : {}
  }
}

/** A name within a reference; one that is no part of an address stays as it stands. */
function unescaped(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return name
  }
}

const slugOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
