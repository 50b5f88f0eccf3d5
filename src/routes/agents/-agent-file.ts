import type { Collection } from '../../contract/collections'
import { isWhole, isWire, type ListReply, type Wire } from '../../contract/reply'
import { at } from '../../contract/version-content'
import { redact } from '../../queries/agent-export'
import { countOf } from '../../ui/numbers'
import {
  type AgentFormValues,
  asTyped,
  emptyAgent,
  formFields,
  fromRequest,
  type ReadRequest,
  toAgentRequest,
} from './-agent-form'

const FORMAT = 'switchboard.agent'
const FORMAT_VERSION = 1

/** The form as a file for somebody else or for later: the creation request under a mark of what it is, without secrets (D144). */
export function writeAgentFile(values: AgentFormValues): string {
  const agent = redact(toAgentRequest(values))
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

/** Without what another service said of a variable, which this one may refuse, and nobody could take out (D130). */
function fromFile(request: Wire): ReadRequest {
  const { values, unknown, unfit } = fromRequest(request)
  const { variables } = values.prompt
  const beyond = variables.flatMap(({ name: _, required: __, defaultValue: ___, ...more }, at) =>
    Object.keys(more).map((each) => `prompt.variables.${at}.${each}`),
  )
  const plain = variables.map(({ name, required, defaultValue }) => ({ name, required, defaultValue }))
  return {
    values: { ...values, prompt: { ...values.prompt, variables: plain } },
    unknown: [...unknown, ...beyond],
    unfit,
  }
}

/** The request in a file: one of ours, or a bare creation request. `problem`: a sentence that says why there is none. */
export function readAgentFile(text: string): ReadRequest | { readonly problem: string } {
  let file: unknown
  try {
    file = asTyped(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return { problem: 'This is no JSON file.' }
  }
  if (!isWire(file)) return { problem: 'A file of an agent is one JSON object.' }
  const { format, formatVersion } = file
  const isBare = format === undefined && (typeof file.name === 'string' || isWire(file.prompt))
  if (isBare) return fromFile(file)
  if (format !== undefined && format !== FORMAT)
    return { problem: `This file is marked as "${format}", not as an agent of this console.` }
  if (format && (typeof formatVersion !== 'number' || formatVersion > FORMAT_VERSION))
    return { problem: `A newer console wrote this file (format version ${formatVersion}).` }
  if (format && isWire(file.agent)) return fromFile(file.agent)
  return {
    problem: 'There is no agent in this file: neither one that this console exported nor a creation request.',
  }
}

/** The collections of a form that the service does not list; none where its list was not read, or not to its end. */
export function strangersOf(ids: readonly string[], list: ListReply<Collection> | undefined): string[] {
  return list && isWhole(list) ? ids.filter((id) => !list.items.some((each) => each.id === id)) : []
}

/** What of a file that was read is not in the form, or not of this service (`strangers`: of its collections); empty where all of it is. */
export function notTaken({ unknown, unfit }: ReadRequest, strangers: readonly string[] = []): string {
  const [has, was] = unknown.length === 1 ? ['has', 'was'] : ['have', 'were']
  return [
    unknown.length > 0 &&
      `${countOf(unknown.length, 'field')} of the file ${has} no place here and ${was} left out: ${unknown.join(', ')}.`,
    unfit.length > 0 && `Not of the kind that belongs there, and left empty: ${unfit.join(', ')}.`,
    strangers.length > 0 &&
      `${countOf(strangers.length, 'collection')} of the file ${strangers.length === 1 ? 'is' : 'are'} unknown to this service: ${strangers.join(', ')}.`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** What a template fills in; ids of configs and voice, collections and tools are the person's own. */
interface Template extends Pick<AgentFormValues, 'name' | 'description' | 'agentType'> {
  readonly useKnowledgeBase?: true
  readonly voicemailMessage?: string
  readonly system: string
  /** Variables that every conversation must be given, then those with a default. */
  readonly required: readonly string[]
  readonly defaults?: Readonly<Record<string, string>>
}

const TEMPLATES = {
  reception: {
    name: 'Reception',
    description:
      'Answers incoming calls, finds out what they are about, and takes a message or passes them on',
    agentType: 'CALL',
    system: `# Role
You answer the telephone of {{company_name}}. You are warm, brief and exact. You speak in short sentences and ask one question at a time.

# Opening
"Good day, this is {{agent_name}} at {{company_name}}. How can I help you?"

# What you do
1. Let the caller say what the call is about. Do not interrupt.
2. Say in one sentence what you understood, and ask whether that is right.
3. Ask for the caller's name and for a number for calling back. Read the number back digit by digit.
4. If it is one of the matters below, do what is said there. If not, take a message.

# Matters
- Opening hours: {{opening_hours}}.
- Something urgent: say that you are passing the call on, then transfer it.
- Invoices and contracts: take a message. You cannot see them.

# Rules
- Never guess. If you do not know something, say so and offer a call back.
- Promise no times, prices or decisions.
- If the caller is upset, say that you understand before you ask anything.
- If you are asked whether you are a machine, say yes.

# End
Sum up in one sentence what happens next, thank the caller, and say goodbye.`,
    required: ['company_name'],
    defaults: { agent_name: 'Robin', opening_hours: 'Monday to Friday from 9 to 17' },
  },
  reminder: {
    name: 'Appointment reminder',
    description: 'Calls people to remind them of an appointment, and takes down whether they come',
    agentType: 'CALL',
    voicemailMessage:
      'Hello {{first_name}}, this is {{company_name}}. We are calling about your appointment on {{appointment_date}} at {{appointment_time}}. If it does not suit you, please call us back on {{callback_number}}. Goodbye.',
    system: `# Role
You call on behalf of {{company_name}} to remind people of an appointment. You are friendly and take little of their time.

# Opening
"Hello, am I speaking with {{first_name}}?"
- Not the right person: ask whether {{first_name}} can come to the telephone. If not, say that you will call again. Tell nobody else what the call is about.
- The right person: "This is {{company_name}}. I am calling about your appointment on {{appointment_date}} at {{appointment_time}}. Does that still suit you?"

# Answers
- Yes: repeat day and time, and ask whether there is anything to be known beforehand.
- No: say that the appointment will be cancelled, and ask whether somebody should call back to find another. The number for that is {{callback_number}}.
- Not sure: ask until when they will know, and name {{callback_number}}.

# Rules
- If they are driving or busy, offer to call later and end the call.
- If they do not want to be called, apologise, say that it is noted, and end the call.
- Give no medical, legal or financial advice.
- If you are asked whether you are a machine, say yes.

# End
Repeat what was agreed in one sentence and say goodbye.`,
    required: ['first_name', 'company_name', 'appointment_date', 'appointment_time', 'callback_number'],
  },
  knowledge: {
    name: 'Knowledge answerer',
    description:
      'Answers questions from the documents of its collections, and says so when they have no answer',
    agentType: 'TEXT',
    useKnowledgeBase: true,
    system: `# Role
You answer questions about {{topic}} for {{company_name}}. Everything you say rests on the documents you are given.

# How you answer
1. If a question can mean several things, ask which one is meant.
2. Look for the answer in the documents.
3. Answer in at most three sentences: first the answer, then what it depends on.
4. Name the document the answer comes from.

# When the documents do not tell
Say: "I cannot find that in what I have." Then offer {{contact}}. Do not fill the gap from what you know otherwise.

# Rules
- If two documents disagree, say so and name both.
- Copy numbers, dates, prices and names exactly as they stand.
- Give no opinion on other companies.
- Do not answer what has nothing to do with {{topic}}; say in one sentence what you can help with.
- If you are asked whether you are a machine, say yes.`,
    required: ['company_name', 'topic'],
    defaults: { contact: 'our service team' },
  },
} satisfies Record<string, Template>

export type TemplateName = 'blank' | keyof typeof TEMPLATES

type Samples = Readonly<Record<string, readonly unknown[]>>

/** The form with empty ids as the first samples: only the local service has any. The same each time, whatever was used before (D956). */
export function withSamples(values: AgentFormValues, samples: Samples = {}): AgentFormValues {
  const ids = formFields.flatMap(([path, { kind, suggestions = '' }]) => {
    const sample = samples[suggestions]?.[0]
    return kind === 'id' && at(values, path) === '' && sample ? [[path, sample]] : []
  })
  return { ...values, ...Object.fromEntries(ids) }
}

/** The form as it is after a template was chosen: what the template says nothing about stays, but for ids that are empty. */
export function applyTemplate(
  name: TemplateName,
  values: AgentFormValues,
  samples?: Samples,
): AgentFormValues {
  if (name === 'blank') return emptyAgent
  const { system, required, defaults = {}, ...fields }: Template = TEMPLATES[name]
  const variables = [
    ...required.map((name) => ({ name, required: true, defaultValue: '' })),
    ...Object.entries(defaults).map(([name, defaultValue]) => ({ name, required: false, defaultValue })),
  ]
  const spoken = { useKnowledgeBase: false, voicemailMessage: '' }
  const prompt = { ...values.prompt, system, variables }
  return { ...withSamples(values, samples), ...spoken, ...fields, prompt }
}
