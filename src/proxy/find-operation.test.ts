import { describe, expect, it } from 'vitest'
import { findOperation } from './find-operation'

const FILES = '/api/v1/knowledge-base/files'
const VERSIONS = '/api/v1/agents/a-1/versions'

const found = (method: string, target: string) => {
  const result = findOperation(method, target)
  return result.kind === 'operation'
    ? { name: result.operation.name, path: result.path, params: result.params }
    : result
}

describe('the operation of a request', () => {
  it('is found by method and path, with its ids', () => {
    expect(found('GET', VERSIONS)).toEqual({
      name: 'listAgentVersions',
      path: VERSIONS,
      params: { agentId: 'a-1' },
    })
  })

  it('keeps the query that it takes, and is without a question mark where there is none', () => {
    expect(found('GET', '/api/v1/agents?limit=5&cursor=a%3Fb')).toMatchObject({
      path: '/api/v1/agents?limit=5&cursor=a%3Fb',
    })
    for (const target of [FILES, `${FILES}?`]) expect(found('GET', target)).toMatchObject({ path: FILES })
  })

  it('is refused with a query that it does not take, or twice the same', () => {
    const refused = (message: string) => ({ kind: 'refused', status: 400, message })
    expect(found('GET', '/api/v1/agents?limit=5&other=1')).toEqual(
      refused('The address has a query parameter that this operation does not take'),
    )
    expect(found('GET', `${FILES}?limit=5`)).toMatchObject({ kind: 'refused' })
    expect(found('GET', '/api/v1/agents?limit=5&limit=6')).toEqual(refused('limit may be given only once'))
  })

  it('is refused with an id that an address cannot have', () => {
    expect(found('GET', '/api/v1/agents/a%2Fb/versions')).toEqual({
      kind: 'refused',
      status: 400,
      message: 'agentId has characters that an id in an address cannot have',
    })
  })

  it('is unknown at another path, and the methods of a path are named', () => {
    for (const target of ['/api/v1/nothing', `${FILES}/`, ''])
      expect(found('GET', target)).toEqual({ kind: 'unknown' })
    expect(found('DELETE', VERSIONS)).toEqual({ kind: 'method', allowed: ['GET'] })
  })
})
