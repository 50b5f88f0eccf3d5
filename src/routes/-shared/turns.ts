/** What a conversation calls its sides. */
const AGENT = ['AGENT', 'ASSISTANT', 'BOT', 'OUTBOUND']
const PERSON = ['CALLER', 'CUSTOMER', 'INBOUND', 'PERSON', 'USER', 'VISITOR']

/** Who speaks, by the word of the service; `undefined` for a word that nobody knows. */
export function sideOf(who = ''): 'agent' | 'person' | undefined {
  const word = who.toUpperCase()
  if (AGENT.includes(word)) return 'agent'
  return PERSON.includes(word) ? 'person' : undefined
}

/** One turn of a transcript. */
export interface Turn {
  /** Absent where the transcript does not say who spoke. */
  readonly who?: string
  readonly said: string
}

const SPEAKER = /^([\p{L}][\p{L}\d _-]{0,30}):\s+(\S.*)$/u

/** The turns of a transcript, a line each; lines without a speaker belong to the turn before. */
export function turnsOf(transcript: string): Turn[] {
  const turns: { who?: string; said: string }[] = []
  for (const line of transcript.split('\n')) {
    const [, who, said] = SPEAKER.exec(line.trim()) ?? []
    const last = turns.at(-1)
    if (said !== undefined) turns.push({ who, said })
    else if (last) last.said += `\n${line}`
    else if (line.trim()) turns.push({ said: line })
  }
  return turns
}
