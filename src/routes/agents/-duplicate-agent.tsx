import { AGENT_TYPES } from '../../contract/version-fields'
import { isNotFound } from '../../queries/extension'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { hereFirst } from '../../ui/role'
import { FailedState } from '../-shared/failure'
import { AgentForm } from './-new-agent-form'
import { ENTER_SECRETS, SecretsLeftOut } from './-secrets-left-out'
import { useVersionSource } from './-version-source'

/** The form of a new agent that begins as a version of another: as the service reports it, else as this browser sent it. */
export function DuplicateAgent({ from, version }: { from: string; version?: string | undefined }) {
  const { agent, service, source, isPending } = useVersionSource(from, version)
  if (isPending)
    return <Page title="New agent" context="Reading what was sent when the version was created" />
  // A service that was not reached may well report it.
  if (!source && service.error && !isNotFound(service.error))
    return (
      <Page title="New agent">
        <FailedState query={service} />
      </Page>
    )
  if (!source)
    return (
      <AgentForm
        notice={
          <Notice
            tone="warn"
            title="Nothing to duplicate"
            message={`${hereFirst()} did not create that version, and the service does not report its content. The form is empty; a file can be imported.`}
          />
        }
      />
    )
  const reported = service.data?.agent
  const name = agent?.name ?? reported?.name ?? from
  const type = AGENT_TYPES.find((each) => each === (agent?.agentType ?? reported?.agentType))
  return (
    <AgentForm
      draft={`agent.${from}.${source.versionId}`}
      start={{
        ...source.values,
        name: `${source.values.name || name} copy`,
        description: source.values.description || (reported?.description ?? ''),
        agentType: type ?? source.values.agentType,
      }}
      further={source.further}
      notice={
        <>
          <Notice title={`Begun as a duplicate of ${name}. Nothing is shared with it.`} />
          <SecretsLeftOut paths={source.secrets}>{ENTER_SECRETS}</SecretsLeftOut>
        </>
      }
    />
  )
}
