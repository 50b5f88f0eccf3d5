/** How far a document came, in the few words that may outlive its page: never its content, its address or a key. */
export interface KeptUpload {
  readonly fileName: string
  /** Bytes. */
  readonly size: number
  readonly prompt?: string
  /** `pending`: the content is not up; `uploaded`: it is, and the record may be missing; `refused`: not worth sending. */
  readonly stage: 'pending' | 'uploaded' | 'added' | 'refused'
  readonly fileId?: string
  /** Why it was refused, and what to do. */
  readonly message?: string
  readonly nextStep?: string
}

const STAGES: readonly unknown[] = ['pending', 'uploaded', 'added', 'refused'] satisfies KeptUpload['stage'][]

/** Reads what a page kept. Whatever else stands there, written by another version or by nobody, counts as nothing. */
export function readKept(text: string | null): { service: string; items: readonly KeptUpload[] } | undefined {
  try {
    const { service, items } = JSON.parse(text ?? '')
    if (typeof service !== 'string' || !Array.isArray(items)) return undefined
    return { service, items: items.filter(isKept) }
  } catch {
    return undefined
  }
}

function isKept(value: unknown): value is KeptUpload {
  if (typeof value !== 'object' || value === null) return false
  const { fileName, size, stage, ...texts } = value as Record<string, unknown>
  const optional = [texts.prompt, texts.fileId, texts.message, texts.nextStep]
  return (
    typeof fileName === 'string' &&
    typeof size === 'number' &&
    STAGES.includes(stage) &&
    optional.every((text) => text === undefined || typeof text === 'string')
  )
}
