import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { StoredAgent } from '../../queries/agents'
import type { NumberedVersion } from '../../queries/service-versions'
import { StatusBadge } from '../../ui/badge'
import { buttonClass } from '../../ui/button'
import { Checkbox } from '../../ui/checkbox'
import { IdText } from '../../ui/id-text'

/** What a person has to do now: it stands out among what was done. */
export const Task = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent px-3 py-2 viewer:hidden">
    {children}
  </div>
)

/** What a person says about a procedure. Shown at once; it counts when it is stored. */
export function Tick({
  label,
  value,
  locked,
  onChange,
}: {
  label: string
  value: boolean
  locked?: boolean
  onChange: (value: boolean) => Promise<void>
}) {
  const [ticked, setTicked] = useState<boolean>()
  return (
    <div className="font-semibold viewer:hidden">
      <Checkbox
        label={label}
        checked={ticked ?? value}
        disabled={locked}
        onChange={(isTicked) => {
          setTicked(isTicked)
          void onChange(isTicked).finally(() => setTicked(undefined))
        }}
      />
    </div>
  )
}

interface Row {
  readonly key: string
  readonly agentId: string
  readonly agentName: string
  /** Absent where this browser does not have its id. */
  readonly versionId: string | undefined
  readonly deployed: boolean
  readonly note?: string
}

/** What a version of these agents is called; nothing where it has neither label nor number here. */
export function versionIn(agents: readonly StoredAgent[], versionId: string): string | undefined {
  const all: readonly NumberedVersion[] = agents.flatMap(({ versions }) => versions)
  const { label, number } = all.find((each) => each.versionId === versionId) ?? {}
  return label ?? (number === undefined ? undefined : `Version ${number}`)
}

/** A version with its agent, "Returns desk, Version 4"; the agent alone where the version is called nothing. */
export const agentAndVersion = (
  agents: readonly StoredAgent[],
  { agentName, versionId }: { agentName: string; versionId: string },
): string => [agentName, versionIn(agents, versionId)].filter(Boolean).join(', ')

/**
 * Versions of agents with the ways to try them: in the testing lab, and by a call or a thread. `more`: further ways, of a version as it is
 * named.
 */
export function VersionRows({
  rows,
  agents,
  more,
}: {
  rows: readonly Row[]
  /** With what the service reports, since several versions of one agent are told apart by their numbers. */
  agents: readonly StoredAgent[]
  more?: (row: Row, versionId: string, named: string) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <ul className="flex flex-col divide-y divide-line rounded-md border border-line">
      {rows.map((row) => {
        const { key, agentId, agentName, versionId, deployed, note } = row
        const agent = agents.find((each) => each.agentId === agentId)
        const version = versionId && versionIn(agents, versionId)
        const named = [agentName, version].filter(Boolean).join(', ')
        const [contact, to] =
          agent?.agentType === 'TEXT'
            ? ['New thread', { to: '/threads/new', search: { agent: agentId, version: versionId } } as const]
            : [
                'Place call',
                { to: '/calls', search: { place: true, agent: agentId, version: versionId } } as const,
              ]
        return (
          <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
              <span className="wrap-anywhere">{agentName}</span>
            </Link>
            {version && <span>{version}</span>}
            {versionId !== undefined && <IdText id={versionId} name="version id" />}
            {deployed && <StatusBadge tone="good">deployed</StatusBadge>}
            <span className="grow text-sm wrap-anywhere text-ink-muted">
              {versionId === undefined ? 'version id not known here' : note}
            </span>
            {versionId !== undefined && (
              <>
                <Link
                  to="/testing-lab/run"
                  search={{ agent: agentId, version: versionId }}
                  aria-label={`Test run with ${named}`}
                  className={buttonClass('secondary', 'sm')}
                >
                  Test run
                </Link>
                <Link
                  {...to}
                  aria-label={`${contact} with ${named}`}
                  className={buttonClass('secondary', 'sm')}
                >
                  {contact}
                </Link>
                {more?.(row, versionId, named)}
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
