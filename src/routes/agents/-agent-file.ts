import { isWire, type Wire } from '../../contract/reply'
import { withoutSecrets } from '../../queries/without-secrets'
import { type AgentFormValues, fromRequest, type ReadRequest, toAgentRequest } from './-agent-form'

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
    return { problem: 'This is no JSON file.' }
  }
  if (!isWire(file)) return { problem: 'A file of an agent is one JSON object.' }
  if (file.format === undefined) return readBare(file)
  if (file.format !== FORMAT)
    return { problem: `This file is marked as "${file.format}", not as an agent of this console.` }
  if (typeof file.formatVersion !== 'number' || file.formatVersion > FORMAT_VERSION)
    return { problem: `A newer console wrote this file (format version ${file.formatVersion}).` }
  if (!isWire(file.agent))
    return {
      problem:
        'There is no agent in this file: neither one that this console exported nor a creation request.',
    }
  return fromRequest(file.agent)
}

function readBare(file: Wire): ReturnType<typeof readAgentFile> {
  return typeof file.name === 'string' || isWire(file.prompt)
    ? fromRequest(file)
    : {
        problem:
          'There is no agent in this file: neither one that this console exported nor a creation request.',
      }
}
