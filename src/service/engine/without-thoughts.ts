import type { ModelPiece } from './language-model'

const OPEN = '<think>'
const CLOSE = '</think>'

/** Leaves out what a model thought before it answered, and the spaces before its first word. */
export async function* withoutThoughts(pieces: AsyncIterable<ModelPiece>): AsyncGenerator<ModelPiece> {
  let held = ''
  let isThinking = true
  /** What is said, once it is clear that it is no thought. */
  const release = (): string | undefined => {
    const start = held.trimStart()
    if (start.toLowerCase().startsWith(OPEN)) {
      const end = start.toLowerCase().indexOf(CLOSE)
      if (end < 0) return undefined
      held = start.slice(end + CLOSE.length)
      return release()
    }
    return start === '' || OPEN.startsWith(start.toLowerCase()) ? undefined : start
  }
  for await (const piece of pieces) {
    if (piece.type !== 'text' || !isThinking) {
      yield piece
      continue
    }
    held += piece.text
    const text = release()
    if (text === undefined) continue
    isThinking = false
    yield { type: 'text', text }
  }
}
