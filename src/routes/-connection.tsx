import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { infoQueries } from '../queries/info'
import { isServiceSilent } from '../queries/silence'

const words = {
  local: 'Local service',
  connecting: 'Connecting',
  answers: 'Connected',
  silent: 'Does not answer',
  missing: (variables: string) => `Not set: ${variables}`,
}

/** At the foot of the rail: what the console is connected to, and whether it answers. Tells when it stops and when it is back. */
export function Connection() {
  const { data: info, isError } = useQuery(infoQueries.connection())
  const client = useQueryClient()
  const silent = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => isServiceSilent(client),
  )
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
