import { isWire, type Wire } from '../../contract/reply'
import { withoutSecrets } from '../../queries/without-secrets'
import { type AgentFormValues, fromRequest, type ReadRequest, toAgentRequest } from './-agent-form'
import { words } from './-start-words'

const FORMAT = 'switchboard.agent'
const FORMAT_VERSION = 1

/** The form as a file for somebody else or for later: the creation request under a mark of what it is, without secrets (D144). */
export function writeAgentFile(values: AgentFormValues): string {
  const agent = withoutSecrets(toAgentRequest(values))
  return `${JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, agent }, null, 2)}\n`
}

/** "Renewals desk" as the name of a file. */
export function agentFileName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return `${plain.toLowerCase().slice(0, 60) || 'agent'}.agent.json`
}

/** The request in a file: one of ours, or a bare creation request. `problem`: a sentence that says why there is none. */
export function readAgentFile(text: string): ReadRequest | { readonly problem: string } {
  let file: unknown
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problem: words.import.noJson }
  }
  if (!isWire(file)) return { problem: words.import.noObject }
  if (file.format === undefined) return readBare(file)
  if (file.format !== FORMAT) return { problem: words.import.otherFormat(String(file.format)) }
  if (typeof file.formatVersion !== 'number' || file.formatVersion > FORMAT_VERSION)
    return { problem: words.import.newer(String(file.formatVersion)) }
  if (!isWire(file.agent)) return { problem: words.import.noAgent }
  return fromRequest(file.agent)
}

function readBare(file: Wire): ReturnType<typeof readAgentFile> {
  return typeof file.name === 'string' || isWire(file.prompt)
    ? fromRequest(file)
    : { problem: words.import.noAgent }
}
