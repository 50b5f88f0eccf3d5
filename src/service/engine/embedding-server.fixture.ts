import { createServer } from 'node:http'
import { closeNow, listen } from '../../net/test-server.fixture'

/** Words that mean the same to this model. */
const SAME = [
  'refund money reimburse reimbursed paid',
  'dog pet animal animals',
  'ferry ship boat',
  'children kids',
]

type Behaviour = 'down' | 'silent' | 'nonsense' | 'too few' | { readonly dimensions: number }

/** A vector of signs that is the sum of those of the words' meanings: always the same, and alike for texts that mean the like. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array<number>(dimensions).fill(0)
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const meaning = SAME.findIndex((words) => words.split(' ').includes(word))
    let state = [...(meaning < 0 ? word : `meaning ${meaning}`)].reduce(
      (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0,
      0x811c9dc5,
    )
    for (let place = 0; place < dimensions; place++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      vector[place] = (vector[place] ?? 0) + (state > 0x7fffffff ? 1 : -1) * (meaning < 0 ? 0.3 : 1)
    }
  }
  return vector
}

/** A real HTTP server that answers as OpenAI-compatible servers do when asked for embeddings, and fails in their ways. */
export async function startEmbeddingServer() {
  const asked: { model: string; input: string[] }[] = []
  let behaviour: Behaviour | undefined
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as (typeof asked)[number]
    asked.push(body)
    if (behaviour === 'silent') return
    if (request.url !== '/v1/embeddings' || behaviour === 'down') return void response.writeHead(503).end()
    const dimensions = typeof behaviour === 'object' ? behaviour.dimensions : 256
    const vectors = body.input.map((text) => vectorOf(text, dimensions))
    if (behaviour === 'too few') vectors.pop()
    const data = vectors.map((embedding, index) => ({
      object: 'embedding',
      index,
      embedding: behaviour === 'nonsense' ? ['a', null] : embedding,
    }))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ object: 'list', data }))
  })
  const origin = await listen(server)
  return {
    baseUrl: `${origin}/v1`,
    asked,
    behave(next: Behaviour | undefined) {
      behaviour = next
    },
    close: () => closeNow(server),
  }
}
