import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { infoQueries } from '../../queries/info'
import {
  isHeard,
  isSignInRequired,
  probeService,
  serviceDoubt,
  serviceTrouble,
} from '../../queries/service-health'

/** What keeps the service from answering, as far as known, or whether it ever answered. After a write without an answer it is asked until it does. */
function useTrouble() {
  const client = useQueryClient()
  const inDoubt = Boolean(useQuery(serviceDoubt()).data)
  useQuery(probeService(inDoubt))
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => serviceTrouble(client) ?? isHeard(),
  )
}

/** At the foot of the rail: what the console is connected to, and whether it answers. Tells when it stops and when it is back. */
export function Connection() {
  const { data: info, error } = useQuery(infoQueries.connection())
  const state = useTrouble()
  const { apiKey = true, accessToken = true } = info?.credentials ?? {}
  const missing = [apiKey ? '' : 'SERVICE_API_KEY', accessToken ? '' : 'SERVICE_ACCESS_TOKEN'].filter(Boolean)
  const name = info?.service === 'local' ? 'Local service' : info?.serviceName
  // That somebody has to sign in is an answer (D480).
  const signedOut = isSignInRequired(error)
  const lost = (state !== true && state) || (error && !signedOut && 'Does not answer')
  const told =
    lost ||
    (signedOut
      ? 'Signed out'
      : missing.length > 0
        ? `Not set: ${missing.join(', ')}`
        : info && (state ? 'Connected' : 'Connecting'))
  return (
    <div role="status">
      <p className="truncate text-ink" title={info?.serviceName}>
        {name ?? 'Connecting'}
      </p>
      {/* One line whatever it says, so that the links above stay. */}
      <p className={`truncate ${lost ? 'text-bad' : ''}`} title={told}>
        {told}
      </p>
    </div>
  )
}
