import type { StoredAgent } from '../../queries/agents'
import { words } from './-form-words'

/** Says when the chosen version is not known to be deployed. The service has the last word. */
export function VersionNote({ agent, versionId }: { agent: StoredAgent | undefined; versionId: string }) {
  const isDoubtful = versionId !== '' && agent?.deployedVersionId !== versionId
  return (
    <p role="status" className="text-sm text-busy empty:hidden">
      {isDoubtful && (agent?.deployedVersionId ? words.form.otherDeployed : words.form.notDeployed)}
    </p>
  )
}
