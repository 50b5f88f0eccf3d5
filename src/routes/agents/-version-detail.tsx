import { useState } from 'react'
import type { NumberedVersion } from '../../queries/service-versions'
import { Button } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { Section } from '../../ui/page'
import { late } from '../-shared/late'
import { nameOf } from '../-shared/version-name'
import type { AgentKnowledge } from './-agent-knowledge'
import { Contents } from './-version-contents'

const VersionNotes = late(async () => (await import('./-agent-dialogs')).VersionNotes)

/** One version: label and note, what was sent when it was created, and what the service reports of it. */
export function VersionDetail({
  knowledge,
  version,
  onCompare,
  onConfigure,
}: {
  knowledge: AgentKnowledge
  version: NumberedVersion
  onCompare: (before: string, after: string) => void
  onConfigure: () => void
}) {
  const { agent, belief } = knowledge
  const { versionId, note } = version
  const [editing, setEditing] = useState(false)
  const deployedId = belief.versionId
  return (
    <Section
      title={nameOf(version)}
      hint={<IdText id={versionId} name="version id" whole />}
      action={
        <div className="flex flex-wrap gap-2 rail:justify-end">
          {deployedId && deployedId !== versionId && (
            <Button size="sm" onClick={() => onCompare(deployedId, versionId)}>
              Compare with the deployed version
            </Button>
          )}
          <Button size="sm" onClick={onConfigure}>
            Configure
          </Button>
          <Button writes size="sm" onClick={() => setEditing(true)}>
            Edit label and note
          </Button>
        </div>
      }
    >
      {note && <p className="max-w-[44rem] break-words whitespace-pre-line">{note}</p>}
      <Contents knowledge={knowledge} version={version} />
      {editing && (
        <VersionNotes agentId={agent.agentId} version={version} onClose={() => setEditing(false)} />
      )}
    </Section>
  )
}
