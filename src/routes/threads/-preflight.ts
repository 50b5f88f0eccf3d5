import { useQuery } from '@tanstack/react-query'
import type { AgentVersions } from '../../contract/agent-versions'
import { allowsOrigin, hostOf, type Organization } from '../../contract/organization'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import type { Channel } from '../../queries/channel'
import { saysDeployed } from '../../queries/deployments'
import { organizationQueries } from '../../queries/organization'

interface PreflightAbout {
  readonly agent: StoredAgent | undefined
  /** What is chosen: a version, or the agent of a web chat. */
  readonly versionId?: string
  readonly agentId?: string
  readonly chatOrigin?: string
}

/** Something that a thread needs, and whether it is there. The service decides. */
export interface PreflightNote {
  readonly state: 'ok' | 'doubtful' | 'unknown' | 'missing'
  readonly text: string
}

/** What a thread needs, by what the service says now. */
export function usePreflight(channel: Channel, about: PreflightAbout): readonly PreflightNote[] {
  const { data: organization } = useQuery(organizationQueries.own())
  const { data: versions } = useQuery({
    ...agentVersionQueries.list(about.agent?.agentId ?? ''),
    enabled: about.agent !== undefined,
  })
  return preflight(channel, about, organization, versions)
}

/** What §1 and §4 want of each channel, before anything is sent. `versions`: the agent's, as the service lists them. */
export function preflight(
  channel: Channel,
  { agent, versionId, agentId, chatOrigin }: PreflightAbout,
  organization: Organization | null | undefined,
  versions?: AgentVersions | null,
): PreflightNote[] {
  const typed = (versionId ?? agentId)?.trim()
  const notes: PreflightNote[] =
    typed && (agent || looksLikeId(typed))
      ? [typeNote(agent), deployedNote(agent, versionId, versions)]
      : [{ state: 'missing', text: missingText(channel === 'chat', typed) }]
  if (channel === 'email') notes.push(domainNote(organization))
  if (chatOrigin !== undefined) notes.push(originNote(chatOrigin, organization?.allowedChatDomains))
  return notes
}

const looksLikeId = (text: string) => /[\d_-]/.test(text) && !/\s/.test(text)

const missingText = (isChat: boolean, typed: string | undefined) =>
  typed
    ? `No ${isChat ? 'agent' : 'version'} is called ${typed}. Choose one from the list, or paste its id.`
    : `Choose ${isChat ? 'an agent' : 'a version of a text agent'}.`

function originNote(origin: string, domains: readonly string[] | undefined): PreflightNote {
  const host = hostOf(origin)
  if (!domains) return { state: 'unknown', text: `${host} has to be one of the web-chat domains.` }
  return allowsOrigin(domains, origin)
    ? { state: 'ok', text: `${host} is one of the web-chat domains.` }
    : {
        state: 'doubtful',
        text: `${host} is not one of the web-chat domains in Settings, so the chat is refused.`,
      }
}

function domainNote(organization: Organization | null | undefined): PreflightNote {
  const { sendingDomain, sendingDomainVerified } = organization ?? {}
  if (sendingDomainVerified === undefined)
    return { state: 'unknown', text: 'E-mail needs a verified sending domain. Without one it is refused.' }
  return sendingDomain && sendingDomainVerified
    ? { state: 'ok', text: `${sendingDomain} is a verified sending domain.` }
    : { state: 'doubtful', text: 'There is no verified sending domain, so the e-mail thread is refused.' }
}

function typeNote(agent: StoredAgent | undefined): PreflightNote {
  const type = agent?.agentType
  if (type === 'TEXT') return { state: 'ok', text: 'The agent is a text agent.' }
  if (type === undefined) return { state: 'unknown', text: 'The agent has to be a text agent (TEXT).' }
  return { state: 'doubtful', text: `The agent is of type ${type}; threads need a text agent (TEXT).` }
}

function deployedNote(
  agent: StoredAgent | undefined,
  versionId: string | undefined,
  versions: AgentVersions | null | undefined,
): PreflightNote {
  const deployed = agent?.deployedVersionId
  if (saysDeployed(versions)?.length === 0)
    return { state: 'doubtful', text: 'No version of this agent is deployed, so the thread is refused.' }
  if (deployed === undefined) return { state: 'unknown', text: 'The version has to be deployed.' }
  return versionId === undefined || versionId === deployed
    ? { state: 'ok', text: 'The version is deployed.' }
    : { state: 'doubtful', text: 'Another version of this agent is deployed.' }
}

/** What a field says that offers no agents of type CALL (D802); always, so that nothing moves once they are known. */
export const CALLS_LEFT_OUT = 'Agents of type CALL hold no threads and are not offered.'
