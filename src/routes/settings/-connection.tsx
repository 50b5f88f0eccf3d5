import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConsoleInfo } from '../../contract/console-info'
import { infoQueries } from '../../queries/info'
import { StatusBadge } from '../../ui/badge'
import { Notice } from '../../ui/notice'
import { Facts, Section } from '../../ui/page'
import { ErrorNotice } from '../-shared/error-notice'

const CREDENTIALS = [
  {
    fact: 'API key',
    is: 'apiKey',
    variable: 'SERVICE_API_KEY',
    without: 'There is no API key, so the service will refuse almost everything',
  },
  {
    fact: 'Access token',
    is: 'accessToken',
    variable: 'SERVICE_ACCESS_TOKEN',
    without: 'There is no access token, so the tools cannot be listed',
  },
] as const

/** What the console is connected to, and what is missing for it. `state`: whether it answers; `more`: further facts. */
export function Connection({
  hint,
  state,
  more,
}: {
  hint?: string
  state?: ReactNode
  more?: (info: ConsoleInfo | undefined) => Readonly<Record<string, ReactNode>>
}) {
  const { data: info, error } = useQuery(infoQueries.connection())
  const presence = CREDENTIALS.map(({ fact, is, variable }) => {
    const present = info?.credentials[is] === true
    const words = present ? 'Present' : `Not set: ${variable}`
    return [
      fact,
      <StatusBadge key={fact} tone={!info ? 'waiting' : present ? 'good' : 'bad'}>
        {info ? words : 'Asking'}
      </StatusBadge>,
    ] as const
  })
  return (
    <Section title="Connection" hint={hint}>
      <ErrorNotice error={error} />
      {!error && (
        <>
          {/* It stands at once, so that nothing below it moves when it is told. */}
          <Facts
            facts={{
              Service:
                info?.service === 'local'
                  ? 'Local service, built into this console'
                  : (info?.serviceName ?? '–'),
              State: state,
              ...Object.fromEntries(presence),
              'Web-chat origins': <Origins origins={info?.chatOrigins ?? ['–']} />,
              ...more?.(info),
            }}
          />
          {CREDENTIALS.filter(({ is }) => info?.credentials[is] === false).map(({ variable, without }) => (
            <Notice
              key={variable}
              tone="warn"
              title={without}
              message={`Set ${variable} where the console is started, and start it again.`}
            />
          ))}
        </>
      )}
    </Section>
  )
}

function Origins({ origins }: { origins: ConsoleInfo['chatOrigins'] }) {
  return (
    <>
      <ul>
        {origins.map((origin) => (
          <li key={origin}>
            <code className="break-all">{origin}</code>
          </li>
        ))}
      </ul>
      {origins.length > 1 && <p className="text-ink-muted">The first is used unless another is chosen.</p>}
    </>
  )
}
