import { useId, useState } from 'react'
import { isPathId } from '../../../contract/operation'
import { affectedVersions } from '../../../queries/affected-versions'
import type { StoredAgent } from '../../../queries/agents'
import type { Moved } from '../../../queries/restructures'
import type { NumberedVersion } from '../../../queries/service-versions'
import { Button } from '../../../ui/button'
import { IdText } from '../../../ui/id-text'
import { here, hereFirst } from '../../../ui/role'
import { Choices, type Chosen } from '../-choices'
import { agentAndVersion } from '../-procedure-checks'

type Version = Pick<Moved, 'agentId' | 'agentName' | 'versionId' | 'label'>

export type ChosenVersions = Chosen<Version>

/** Ids of a version as they are typed and not added yet; `refused`: they were to be used and cannot be. */
export const nothingTyped = { agentId: '', versionId: '', refused: false }

type TypedVersion = Readonly<typeof nothingTyped>

export const byId = (versions: readonly Version[]): ChosenVersions =>
  new Map(
    versions.map(({ agentId, agentName, versionId, label }) => [
      versionId,
      { agentId, agentName, versionId, label },
    ]),
  )

/** Those that use the old collection, of the agents known here. */
const usersOf = (agents: readonly StoredAgent[], oldId: string | undefined): ChosenVersions =>
  byId(affectedVersions(agents, oldId === undefined ? [] : [oldId]))

/** Of every agent the version that serves, or the newest. */
const currentChoice = (agents: readonly StoredAgent[]): ChosenVersions =>
  byId(
    agents.flatMap(({ agentId, name, versions, deployedVersionId }) => {
      const version = versions.find(({ versionId }) => versionId === deployedVersionId) ?? versions[0]
      return version ? [{ agentId, agentName: name, versionId: version.versionId, label: version.label }] : []
    }),
  )

/** Of those that use the old collection the current ones: a copy of a superseded version is hardly wanted (D828). */
export function affectedChoice(agents: readonly StoredAgent[], oldId: string | undefined): ChosenVersions {
  const current = currentChoice(agents)
  return new Map([...usersOf(agents, oldId)].filter(([versionId]) => current.has(versionId)))
}

/** Agents in the order of these versions, each with its newest version first. */
function inOrder(versions: readonly Version[], agents: readonly StoredAgent[]): readonly Version[] {
  const known: readonly NumberedVersion[] = agents.flatMap((agent) => agent.versions)
  const numbers = new Map(known.map(({ versionId, number }) => [versionId, number]))
  const numberOf = ({ versionId }: Version) => numbers.get(versionId) ?? Number.MAX_SAFE_INTEGER
  const places = [...new Set(versions.map(({ agentId }) => agentId))]
  return versions.toSorted(
    (one, other) =>
      places.indexOf(one.agentId) - places.indexOf(other.agentId) || numberOf(other) - numberOf(one),
  )
}

/** The versions to move: those that use the old collection, the current ones of the other agents, and any by their ids. */
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
  typed: TypedVersion
  onTyped: (typed: TypedVersion) => void
}) {
  const id = useId()
  // Every refusal opens it, also one that was folded since.
  const [isOpen, setOpen] = useState(typed.refused)
  const [seen, setSeen] = useState(typed)
  if (seen !== typed) {
    setSeen(typed)
    if (typed.refused) setOpen(true)
  }
  const affected = usersOf(agents, oldId)
  const listed = new Map([...affected, ...currentChoice(agents), ...chosen])
  const ordered = inOrder([...listed.values()], agents)
  const groups = [
    { title: 'Uses this collection', items: ordered.filter((each) => affected.has(each.versionId)) },
    { title: 'Other versions', items: ordered.filter((each) => !affected.has(each.versionId)) },
  ].filter(({ items }) => items.length > 0)
  const deployed = new Set(agents.map(({ deployedVersionId }) => deployedVersionId))
  /** A version that this browser does not know, by its ids. */
  const add = () => {
    const [agentId, versionId] = [typed.agentId.trim(), typed.versionId.trim()]
    if (!isPathId(agentId) || !isPathId(versionId)) return onTyped({ ...typed, refused: true })
    const agentName = agents.find((each) => each.agentId === agentId)?.name ?? agentId
    onChange(new Map(chosen).set(versionId, { agentId, agentName, versionId }))
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
        aria-describedby={typed.refused ? `${id}e` : undefined}
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
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">Agent versions to move</legend>
      <p className="text-sm text-ink-muted">
        {listed.size > 0
          ? oldId === undefined
            ? 'Agents that should also answer from the new collection. Optional.'
            : `Of each agent that ${here()} knows to use the old collection, the deployed version is chosen, or else its newest. Others may use it too.`
          : `${hereFirst()} knows no agent version. Add those that should answer from the new collection.`}
      </p>
      {groups.map(({ title, items }) => (
        <div key={title} className="flex flex-col gap-1">
          {oldId !== undefined && <p className="text-sm font-semibold">{title}</p>}
          <Choices
            items={items}
            idOf={({ versionId }) => versionId}
            nameOf={(version) => agentAndVersion(agents, version)}
            beside={({ versionId }) => (
              <>
                <IdText id={versionId} name="version id" />
                <span className="text-sm text-ink-muted">{deployed.has(versionId) && 'deployed'}</span>
              </>
            )}
            chosen={chosen}
            onChange={onChange}
          />
        </div>
      ))}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Paste an id</summary>
        <div className="flex flex-wrap items-end gap-2 pt-2">
          {field('agentId', 'Agent id')}
          {field('versionId', 'Version id')}
          <Button onClick={add}>Add version</Button>
        </div>
      </details>
      <p id={`${id}e`} role="alert" className="text-sm text-bad empty:hidden">
        {typed.refused &&
          'Both ids are needed, without spaces and slashes. Add the version, or empty the fields.'}
      </p>
    </fieldset>
  )
}
