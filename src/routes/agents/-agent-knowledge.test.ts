import { expect, it } from 'vitest'
import type { Deployment } from '../../queries/deployments'
import { previousVersion } from './-agent-knowledge'

const deployment = (versionId: string, more: Partial<Deployment> = {}): Deployment => ({
  ...{ id: 'd', versionId, at: '2026-01-01T00:00:00Z', state: 'accepted', imported: false },
  ...more,
})
const live = { versionId: 'v2', doubts: [], from: 'deployed here' } as const

it('the way back leads to the version that the last deployment replaced', () => {
  const deployments = [
    deployment('v2', { replacedVersionId: 'v1' }),
    deployment('v1', { replacedVersionId: 'v0' }),
  ]
  expect(previousVersion(live, deployments)).toBe('v1')
  expect(previousVersion({ ...live, versionId: 'v1' }, deployments)).toBe('v0')
  expect(previousVersion({ ...live, versionId: 'v3' }, deployments)).toBeUndefined()
})

it('the way back stays when the same version is deployed once more, and leads from an attempt of unknown end that the service says went through', () => {
  const first = deployment('v2', { replacedVersionId: 'v1' })
  const refused = deployment('v2', { state: 'refused', replacedVersionId: 'v0' })
  expect(previousVersion(live, [deployment('v2'), refused, first])).toBe('v1')
  const unknown = [deployment('v2'), { ...first, state: 'unknown' as const }]
  expect(previousVersion({ ...live, from: 'service' }, unknown)).toBe('v1')
  expect(previousVersion(live, unknown)).toBeUndefined()
})
