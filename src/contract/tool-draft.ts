import type { Wire } from './reply'
import type { ToolVariable } from './tools'

/** What an import knows of a tool, before a person completes it. */
export interface ToolDraft {
  readonly name?: string
  readonly slug?: string
  readonly description?: string
  readonly method: string
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body?: Wire
  /** Seconds. */
  readonly timeout?: number
  readonly variables: readonly Pick<ToolVariable, 'name' | 'type' | 'description' | 'required'>[]
  /** What a person has to know of the import, in sentences. */
  readonly notes: readonly string[]
}

/** Why something cannot be imported, in a sentence. */
export class NotImported extends Error {
  override readonly name = 'NotImported'
}
