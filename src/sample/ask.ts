import { type Operation, type PathParams, pathOf, type Reply, type RequestBody } from '../contract/operation'

/** Sends a request of the interface and reads its answer. Rejects with a sentence where it is refused. */
export type Ask = <O extends Operation>(
  operation: O,
  sent?: { params?: PathParams<O>; query?: Readonly<Record<string, string>>; body?: RequestBody<O> },
) => Promise<Reply<O>>

/** Uploads the content of a file to the address that was given out for it. */
export type Upload = (uploadUrl: string, contentType: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>

/** Asks the console at an address, which adds the credentials. */
export function askConsole(console: string): { readonly ask: Ask; readonly upload: Upload } {
  const send = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${console}${path}`, init)
    if (!answer.ok)
      throw new Error(`${init.method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  return {
    async ask(operation, { params, query, body } = {}) {
      const path = pathOf(operation, params ?? ({} as PathParams<typeof operation>))
      const answer = await send(query ? `${path}?${new URLSearchParams(query)}` : path, {
        method: operation.method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return operation.reply.parse(text === '' ? undefined : JSON.parse(text)) as Reply<typeof operation>
    },
    async upload(uploadUrl, contentType, bytes) {
      await send(uploadUrl, { method: 'PUT', headers: { 'content-type': contentType }, body: bytes })
    },
  }
}
