import { useQuery } from '@tanstack/react-query'
import { AGENT_TYPES } from '../../contract/version-fields'
import { collectionQueries } from '../../queries/collections'
import { isNotFound } from '../../queries/extension'
import { infoQueries } from '../../queries/info'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import { hereFirst } from '../../ui/role'
import { FailedState } from '../-shared/failure'
import { withSamples } from './-agent-file'
import { asTyped, emptyAgent } from './-agent-form'
import { AgentForm } from './-new-agent-form'
import { ENTER_SECRETS, SecretsLeftOut } from './-secrets-left-out'
import { useVersionSource } from './-version-source'

/** The form of a new agent that answers from a collection, with a name and a prompt that say so. */
export function AgentOn({ collection: id }: { collection: string }) {
  const { data, isPending } = useQuery(collectionQueries.list())
  const info = useQuery(infoQueries.connection())
  if (isPending || info.isPending) return <Page title="New agent" context="Reading the collection" />
  const name = data?.items.find((each) => each.id === id)?.name?.trim()
  const start = { ...emptyAgent, useKnowledgeBase: true, knowledgeBaseCollectionIds: [id] }
  const answers = name && {
    name: `${name.slice(0, NAME_MAX)} answers`,
    prompt: { ...emptyAgent.prompt, system: answerFrom(name) },
  }
  const form = withSamples({ ...start, ...answers }, info.data?.samples)
  return <AgentForm draft={`agent.with.${id}`} start={form} />
}

/** A name of an agent has 200 characters at most, with what follows here. */
const NAME_MAX = 180

/** Braces would be a variable. */
const answerFrom = (name: string) => `You answer questions about ${name.replace(/[{}]/g, '')}.
Look for the answer in your documents before you say anything. Answer in at most three sentences.
If the documents do not tell, say so. Never guess.`

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
      start={asTyped({
        ...source.values,
        name: `${source.values.name || name} copy`,
        description: source.values.description || (reported?.description ?? ''),
        agentType: type ?? source.values.agentType,
      })}
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
