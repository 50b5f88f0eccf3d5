import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { infoQueries } from '../../queries/info'
import { isServiceSilent, probeService, serviceDoubt } from '../../queries/service-health'

const words = {
  local: 'Local service',
  connecting: 'Connecting',
  answers: 'Connected',
  silent: 'Does not answer',
  missing: (variables: string) => `Not set: ${variables}`,
}

/** Whether the service is known not to answer. After a write without an answer it is asked until it does. */
function useSilence(): boolean {
  const client = useQueryClient()
  const inDoubt = useQuery(serviceDoubt()).data === true
  useQuery(probeService(inDoubt))
  return useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => isServiceSilent(client),
  )
}

/** At the foot of the rail: what the console is connected to, and whether it answers. Tells when it stops and when it is back. */
export function Connection() {
  const { data: info, isError } = useQuery(infoQueries.connection())
  const silent = useSilence()
  const missing = info && [
    ...(info.credentials.apiKey ? [] : ['SERVICE_API_KEY']),
    ...(info.credentials.accessToken ? [] : ['SERVICE_ACCESS_TOKEN']),
  ]
  const lost = silent || isError
  return (
    <div role="status">
      <p className="truncate text-ink" title={info?.serviceName}>
        {info ? (info.service === 'local' ? words.local : info.serviceName) : words.connecting}
      </p>
      <p className={lost ? 'text-bad' : undefined}>
        {lost
          ? words.silent
          : missing?.length
            ? words.missing(missing.join(', '))
            : info
              ? words.answers
              : ''}
      </p>
    </div>
  )
}
