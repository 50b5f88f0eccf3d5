import { useId } from 'react'
import { isPathId } from '../../../contract/operation'
import { affectedVersions } from '../../../queries/affected-versions'
import type { StoredAgent } from '../../../queries/agents'
import type { Moved } from '../../../queries/restructures'
import { Button } from '../../../ui/button'
import { IdText } from '../../../ui/id-text'

type Version = Pick<Moved, 'agentId' | 'agentName' | 'versionId' | 'label'>

/** Chosen versions by their id. */
export type ChosenVersions = ReadonlyMap<string, Version>

/** Ids of a version as they are typed; `refused`: they were to be used and cannot be. */
export interface TypedVersion {
  readonly agentId: string
  readonly versionId: string
  readonly refused: boolean
}

export const nothingTyped: TypedVersion = { agentId: '', versionId: '', refused: false }

/** Those that use the old collection, as far as this browser knows. */
export const affectedChoice = (agents: readonly StoredAgent[], oldId: string | undefined): ChosenVersions =>
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
  typed,
  onTyped,
}: {
  agents: readonly StoredAgent[]
  oldId: string | undefined
  chosen: ChosenVersions
  onChange: (chosen: ChosenVersions) => void
  /** What stands in the fields for a further version and was not added yet. */
  typed: TypedVersion
  onTyped: (typed: TypedVersion) => void
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
      <legend className="mb-1 font-semibold">Agent versions to move</legend>
      <p className="text-sm text-ink-muted">
        {listed.size > 0
          ? 'Chosen are those that use the old collection, as far as this browser knows; others may use it too.'
          : 'This browser knows no agent version. Add those that shall answer from the new collection.'}
      </p>
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
                  isDeployed(version) && 'deployed',
                  affected.has(version.versionId) && 'uses the old collection',
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
        typed={typed}
        onTyped={onTyped}
        onAdd={(version) => onChange(new Map(chosen).set(version.versionId, version))}
      />
    </fieldset>
  )
}

/** A version that this browser does not know, by its ids. */
function AddVersion({
  agents,
  typed,
  onTyped,
  onAdd,
}: {
  agents: readonly StoredAgent[]
  typed: TypedVersion
  onTyped: (typed: TypedVersion) => void
  onAdd: (version: Version) => void
}) {
  const id = useId()
  const { refused } = typed
  const add = () => {
    const [agentId, versionId] = [typed.agentId.trim(), typed.versionId.trim()]
    if (!isPathId(agentId) || !isPathId(versionId)) return onTyped({ ...typed, refused: true })
    const agentName = agents.find((each) => each.agentId === agentId)?.name ?? agentId
    onAdd({ agentId, agentName, versionId })
    onTyped(nothingTyped)
  }
  const field = (name: 'agentId' | 'versionId', label: string) => (
    <div className="flex min-w-0 grow basis-48 flex-col gap-1">
      <label htmlFor={id + name} className="text-sm">
        {label}
      </label>
      <input
        id={id + name}
        className="control font-mono"
        value={typed[name]}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={refused ? `${id}e` : undefined}
        onChange={({ target }) => onTyped({ ...typed, [name]: target.value })}
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
        {field('agentId', 'Agent id')}
        {field('versionId', 'Version id')}
        <Button onClick={add}>Add version</Button>
      </div>
      <p id={`${id}e`} role="alert" className="text-sm text-bad empty:hidden">
        {refused && 'Both ids are needed, without spaces and slashes. Add the version, or empty the fields.'}
      </p>
    </>
  )
}
