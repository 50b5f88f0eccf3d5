import type { StoredAgent } from '../../queries/agents'
import type { Channel } from '../../queries/threads'
import { words } from './-new-thread-words'

/** Something that has to be so for a thread to begin, and whether it is, as far as known here. The service decides. */
export interface PreflightNote {
  readonly state: 'holds' | 'doubtful' | 'unknown'
  readonly text: string
}

export interface PreflightFacts {
  readonly channel: Channel
  /** The agent of the version, or of the web chat, where this browser knows it. */
  readonly agent: StoredAgent | undefined
  /** Empty for a web chat: the service takes the deployed version. */
  readonly versionId: string
  /** The origin a web chat is created with. */
  readonly chatOrigin?: string
}

/** What §1 and §4 want of each channel, before anything is sent. */
export function preflight({ channel, agent, versionId, chatOrigin }: PreflightFacts): PreflightNote[] {
  const notes = [typeNote(agent), deployedNote(agent, channel === 'chat' ? undefined : versionId)]
  if (channel === 'email') notes.push({ state: 'unknown', text: words.preflight.sendingDomain })
  if (channel === 'chat' && chatOrigin)
    notes.push({ state: 'unknown', text: words.preflight.allowed(hostOf(chatOrigin)) })
  return notes
}

/** The value that `allowedChatDomains` wants: a bare host name. */
export const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).hostname : origin)

function typeNote(agent: StoredAgent | undefined): PreflightNote {
  if (agent?.agentType === 'TEXT') return { state: 'holds', text: words.preflight.isText }
  if (agent?.agentType === undefined) return { state: 'unknown', text: words.preflight.typeUnknown }
  return { state: 'doubtful', text: words.preflight.isNotText(agent.agentType) }
}

/** `versionId` undefined: any deployed version will do. */
function deployedNote(agent: StoredAgent | undefined, versionId: string | undefined): PreflightNote {
  const deployed = agent?.deployedVersionId
  if (deployed === undefined) return { state: 'unknown', text: words.preflight.deployedUnknown }
  return versionId === undefined || versionId === deployed
    ? { state: 'holds', text: words.preflight.isDeployed }
    : { state: 'doubtful', text: words.preflight.otherDeployed }
}
