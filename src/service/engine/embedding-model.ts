import { type EmbeddingModel, type ModelConfig, ModelFailed } from './language-model'
import { connectTo, toFailure, unreadable } from './model-server'

/** Milliseconds for an answer. */
const TIMEOUT = 60_000

const DIMENSIONS_MAX = 8_192

/** An embedding model behind an OpenAI-compatible server (D353). */
export function createEmbeddingModel(config: ModelConfig, name: string, timeout = TIMEOUT): EmbeddingModel {
  const client = connectTo(config, timeout)
  return {
    name,
    async embed(texts, signal) {
      const late = AbortSignal.timeout(timeout)
      try {
        const reply = await client.embeddings.create(
          { model: name, input: [...texts], encoding_format: 'float' },
          { signal: AbortSignal.any([signal, late]) },
        )
        return vectorsOf(reply, texts.length)
      } catch (error) {
        signal.throwIfAborted()
        if (late.aborted) throw new ModelFailed('The embedding model took too long.', { mayPass: true })
        const { message, mayPass } = toFailure(error)
        throw new ModelFailed(message.replace('LLM_MODEL', 'EMBED_MODEL'), { mayPass })
      }
    },
  }
}

/** A server that answers with something else is compatible in name only. */
function vectorsOf(reply: { data?: unknown } | null, count: number): number[][] {
  const data: unknown = reply?.data
  if (!Array.isArray(data) || data.length !== count) throw unreadable()
  const vectors = data.map((each: { embedding?: unknown } | null) => each?.embedding)
  const [first] = vectors
  const length = Array.isArray(first) ? first.length : 0
  const isVector = (each: unknown): each is number[] =>
    Array.isArray(each) && each.length === length && each.every((value) => Number.isFinite(value))
  if (length === 0 || length > DIMENSIONS_MAX || !vectors.every(isVector)) throw unreadable()
  return vectors
}
