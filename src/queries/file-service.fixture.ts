import { vi } from 'vitest'
import { infoOf } from './console-info.fixture'

/** A service that keeps files and collections; `tells`: whether its collections say what they hold. */
export interface FileService {
  readonly name: string
  files: Set<string>
  collections: Map<string, Set<string>>
  tells: boolean
  /** The versions of its one agent, `undefined` where it is another service than ours and has no such operations. */
  versions: { id: string; [field: string]: unknown }[] | undefined
  /** Writes that are done, and whose answer is lost on the way. */
  losesAnswerOf: string | undefined
  writes: string[]
}

/** The writes by which the file f is deleted. */
export const DELETION = [
  'DELETE /collection/a/file/f/remove',
  'DELETE /collection/b/file/f/remove',
  'DELETE /file/f',
]

let counter = 0

/** Answers for the proxy from now on: the file f in the collections a and b, g in b. Undone by `vi.unstubAllGlobals`. */
export function serveFiles(): FileService {
  counter += 1
  const service: FileService = {
    name: `files-${counter}-${Math.random()}`,
    files: new Set(['f', 'g']),
    collections: new Map([
      ['a', new Set(['f'])],
      ['b', new Set(['f', 'g'])],
    ]),
    tells: true,
    versions: undefined,
    losesAnswerOf: undefined,
    writes: [],
  }
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) =>
    answer(service, { method, path, body }),
  )
  return service
}

function answer(
  service: FileService,
  { method, path, body }: { method: string; path: string; body?: unknown },
): Response {
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  if (path === '/console/info') return json(infoOf(service.name, service.versions ? 'local' : 'hosted'))
  if (path.startsWith('/api/v1/agents')) return answerAgent(service, { method, body })
  if (method === 'GET' && path.endsWith('/files'))
    return json({ files: [...service.files].map((fileId) => ({ fileId, status: 'INGESTED' })) })
  if (method === 'GET') {
    const told = ([id, held]: [string, Set<string>]) => ({ id, name: `Collection ${id}`, files: [...held] })
    const silent = ([id]: [string, Set<string>]) => ({ id, name: `Collection ${id}` })
    return json({ collections: [...service.collections].map(service.tells ? told : silent) })
  }
  service.writes.push(`${method} ${path.replace('/api/v1/knowledge-base', '')}`)
  const [, collection = '', member = ''] = /collection\/(\w+)\/file\/(\w+)/.exec(path) ?? []
  const [, file = ''] = /base\/file\/(\w+)/.exec(path) ?? []
  if (method === 'POST' && path.endsWith('/collection')) {
    service.collections.set('new', new Set())
    return json({ collection: { id: 'new', name: 'New' } })
  }
  if (method === 'DELETE' && file && [...service.collections.values()].some((held) => held.has(file)))
    return json({ message: 'A collection holds it.' }, 409)
  if (method === 'POST') service.collections.get(collection)?.add(member)
  else if (collection && !service.collections.get(collection)?.delete(member)) return json({}, 404)
  else if (file && !service.files.delete(file)) return json({}, 404)
  loseAnswer(service)
  return json({ success: true })
}

function answerAgent(service: FileService, { method, body }: { method: string; body?: unknown }): Response {
  const { versions } = service
  if (!versions) return Response.json({ message: 'No such thing.' }, { status: 404 })
  if (method === 'GET') return Response.json({ agent: { id: 'agent', versions } })
  service.writes.push('POST version')
  const version = { ...JSON.parse(String(body)), id: `v${versions.length + 1}`, version: versions.length + 1 }
  versions.push(version)
  loseAnswer(service)
  return Response.json({ version }, { status: 201 })
}

function loseAnswer(service: FileService): void {
  if (service.writes.at(-1) !== service.losesAnswerOf) return
  service.losesAnswerOf = undefined
  throw new TypeError('the line broke')
}
