import { count, type Of, oneOf, optional, shape, text } from './stored'

/** How far a document came, in the few words that may outlive its page: never its content, its address or a key. */
const noted = shape({
  fileName: text,
  /** Bytes. */
  size: count,
  prompt: optional(text),
  /** `pending`: the content is not up; `uploaded`: it is, and the record may be missing; `refused`: not worth sending. */
  stage: oneOf('pending', 'uploaded', 'added', 'refused'),
  fileId: optional(text),
  /** Why it was refused, and what to do. */
  message: optional(text),
  nextStep: optional(text),
})

export type NotedUpload = Of<typeof noted>

/** Reads what a page noted. Anything else there, such as a note of another version, counts as nothing. */
export function readNote(
  note: string | null,
): { service: string; items: readonly NotedUpload[] } | undefined {
  try {
    const { service, items } = JSON.parse(note ?? '')
    return text(service) && Array.isArray(items) ? { service, items: items.filter(noted) } : undefined
  } catch {
    return undefined
  }
}
