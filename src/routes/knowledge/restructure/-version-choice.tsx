import { useId, useState } from 'react'
import { isPathId } from '../../../contract/operation'
import { affectedVersions } from '../../../queries/affected-versions'
import type { KnownAgent } from '../../../queries/agents'
import type { Moved } from '../../../queries/restructures'
import { Button } from '../../../ui/button'
import { IdText } from '../../../ui/id-text'
import { words } from './-restructure-words'

const say = words.new

type Version = Pick<Moved, 'agentId' | 'agentName' | 'versionId' | 'label'>

/** Chosen versions by their id. */
export type ChosenVersions = ReadonlyMap<string, Version>

/** Those that use the old collection, as far as this browser knows. */
export const affectedChoice = (agents: readonly KnownAgent[], oldId: string | undefined): ChosenVersions =>
  new Map(
    (oldId === undefined ? [] : affectedVersions(agents, [oldId])).map(
      ({ agentId, agentName, versionId, label }) => [versionId, { agentId, agentName, versionId, label }],
    ),
  )

/** The versions to move: those that use the old collection, the others that this browser knows, and any by their ids. */
export function VersionChoice({
  agents,
  oldId,
  chosen,
  onChange,
}: {
  agents: readonly KnownAgent[]
  oldId: string | undefined
  chosen: ChosenVersions
  onChange: (chosen: ChosenVersions) => void
}) {
  const affected = affectedChoice(agents, oldId)
  // Of every other agent the version that serves, or the newest.
  const others = agents.flatMap(({ agentId, name, versions, deployedVersionId }): Version[] => {
    const version = versions.find(({ versionId }) => versionId === deployedVersionId) ?? versions[0]
    return version ? [{ agentId, agentName: name, versionId: version.versionId, label: version.label }] : []
  })
  const listed = new Map([...affected, ...others.map((each) => [each.versionId, each] as const), ...chosen])
  const isDeployed = ({ agentId, versionId }: Version) =>
    agents.some((each) => each.agentId === agentId && each.deployedVersionId === versionId)
  const toggle = (version: Version) => {
    const next = new Map(chosen)
    if (!next.delete(version.versionId)) next.set(version.versionId, version)
    onChange(next)
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">{say.versions}</legend>
      <p className="text-sm text-ink-muted">{listed.size > 0 ? say.versionsHint : say.versionsNone}</p>
      {listed.size > 0 && (
        <ul className="max-h-[35dvh] divide-y divide-line overflow-y-auto rounded-md border border-line">
          {[...listed.values()].map((version) => (
            <li key={version.versionId} className="flex flex-wrap items-center gap-x-3 px-3 py-1.5">
              <label className="flex min-w-0 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-accent"
                  checked={chosen.has(version.versionId)}
                  onChange={() => toggle(version)}
                />
                <span className="wrap-anywhere">{version.agentName}</span>
              </label>
              <IdText id={version.versionId} name="version id" />
              <span className="text-sm text-ink-muted">
                {[
                  version.label,
                  isDeployed(version) && say.deployed,
                  affected.has(version.versionId) && say.uses,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <AddVersion
        agents={agents}
        onAdd={(version) => onChange(new Map(chosen).set(version.versionId, version))}
      />
    </fieldset>
  )
}

/** A version that this browser does not know, by its ids. */
function AddVersion({ agents, onAdd }: { agents: readonly KnownAgent[]; onAdd: (version: Version) => void }) {
  const id = useId()
  const [agentId, setAgentId] = useState('')
  const [versionId, setVersionId] = useState('')
  const [refused, setRefused] = useState(false)
  const add = () => {
    const [agent, version] = [agentId.trim(), versionId.trim()]
    const isRight = isPathId(agent) && isPathId(version)
    setRefused(!isRight)
    if (!isRight) return
    const agentName = agents.find((each) => each.agentId === agent)?.name ?? agent
    onAdd({ agentId: agent, agentName, versionId: version })
    setAgentId('')
    setVersionId('')
  }
  const field = (name: string, label: string, value: string, change: (value: string) => void) => (
    <div className="flex min-w-0 grow basis-48 flex-col gap-1">
      <label htmlFor={id + name} className="text-sm">
        {label}
      </label>
      <input
        id={id + name}
        className="control font-mono"
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={refused ? `${id}e` : undefined}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          // The form around is not meant.
          event.preventDefault()
          add()
        }}
      />
    </div>
  )
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        {field('a', say.agentId, agentId, setAgentId)}
        {field('v', say.versionId, versionId, setVersionId)}
        <Button onClick={add}>{say.addVersion}</Button>
      </div>
      <p id={`${id}e`} role="alert" className="text-sm text-bad empty:hidden">
        {refused && say.addHint}
      </p>
    </>
  )
}
