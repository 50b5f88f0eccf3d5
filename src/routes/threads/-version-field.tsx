import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import type { StoredAgent } from '../../queries/agents'
import { IdField } from '../../ui/fields/id-field'
import { words } from './-new-thread-words'

/** The version that talks. Versions of text agents are offered first, deployed ones before others; any id can be pasted. */
export function VersionField<Values extends FieldValues>({
  control,
  agents,
}: {
  control: Control<Values>
  agents: readonly StoredAgent[]
}) {
  const versions = agents
    .flatMap((agent) =>
      agent.versions.map(({ versionId, label }) => ({
        id: versionId,
        label: [agent.name, label].filter(Boolean).join(', '),
        deployed: versionId === agent.deployedVersionId,
        isText: agent.agentType === 'TEXT',
        type: agent.agentType,
      })),
    )
    .sort(
      (one, other) =>
        Number(other.isText) - Number(one.isText) || Number(other.deployed) - Number(one.deployed),
    )
  return (
    <IdField
      control={control}
      name={'agentVersionId' as FieldPath<Values>}
      label={words.agentVersionId}
      suggestions={versions.map(({ id, label, deployed, type }) => ({
        id,
        label,
        note: [type, deployed && words.deployedNote].filter(Boolean).join(', '),
      }))}
      what={words.noun.version}
      required
    />
  )
}
