import { sentencesOf, tellingWords } from './meaning'
import { foreignLanguage } from './prompt'

/** Rules of a prompt that are understood without a language model. */
const RULES = {
  greeting: /\b(?:greet|say hello|open with|begin with|start with|introduce yourself)\b/i,
  'opt-out':
    /\bopt(?:s|ed|ing)?[- ]?out|unsubscribe|\bSTOP\b|do[- ]not[- ](?:contact|call)|no further messages/i,
  person:
    /^(?!.*\b(?:never|not|n't)\b).*(?:transfer|hand (?:\w+ ){0,2}over|human|person|colleague|call ?back|escalat|operator|staff)/i,
  scope:
    /\bonly\b|nothing else|off[- ]topic|(?:other|unrelated|different) (?:topics?|subjects?|matters?|questions?)|stay (?:on|with)|(?:decline|refuse)\b|(?:not|never|n't) (?:talk|discuss|answer|chat|help)|outside of/i,
  // What customers ask for is not to be asked of them, nor what the prompt forbids to ask for (D692).
  asks: /(?<!\b(?:they|who|customers?|callers?|users?|people|some(?:one|body)) )(?<!(?:\b(?:never|not|cannot|avoid|without)\b|n['’]t\b)(?:[^.,;:]|, (?:n?or|and) )*)\bask (?:\w+ ){0,3}?for (?:the |their |a )?([^.,;]{3,60})/i,
  clarifies:
    /ask (?:back|again|what)|clarif|follow-?up question|ask (?:a|the|one|more|further) \S*\s*questions?|unclear|ambiguous|understand/i,
} as const

export const SCOPE = RULES.scope
export const ASKS = RULES.asks

/** The sentence of a prompt that is such a rule. Prompts in other languages have none that rules can read (D215). */
export function findPromptRule(system: string, wanted: keyof typeof RULES | RegExp): string | undefined {
  if (foreignLanguage(system) !== undefined) return undefined
  const pattern = wanted instanceof RegExp ? wanted : RULES[wanted]
  return sentencesOf(system).find((sentence) => pattern.test(sentence))
}

const bare = (message: string) =>
  message
    .replaceAll(/[^\p{L}\p{N}'\s]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Words that, sent alone, end messages. */
const STOP_WORDS =
  /^(?:please )?(?:stop|stopall|stop all|unsubscribe|cancel|end|quit|opt ?out|optout|revoke|alto|baja|parar|cancelar|arr[eê]t|stopp|abmelden|abbestellen)(?: please)?$/i
const STOP_WISHES =
  /\b(?:stop|quit) (?:texting|messaging|calling|contacting|e-?mailing|writing(?: to)?|sending)\b|\b(?:do not|don'?t|never) (?:text|message|call|contact|e-?mail|write(?: to)?) me\b|\b(?:take|remove) me (?:off|from)\b[^.]{0,40}\blists?\b|\bunsubscribe me\b|\bno (?:more|further) (?:messages|texts|calls|e-?mails)\b/i

/** Whether somebody wants no further messages: STOP and its kin alone, or said as a wish. */
export const isOptOut = (message: string): boolean =>
  STOP_WORDS.test(bare(message.slice(0, 200))) || STOP_WISHES.test(message.slice(0, 2_000))

const PERSON =
  /\b(?:human(?: being)?|(?:real|living|actual) (?:person|someone|agent|human)|a person|somebody real|someone real|representative|operator|colleague|employee|member of staff|manager|supervisor|live agent)\b/i
const WANTS =
  /\b(?:talk|speak|chat|connect|transfer|get|reach|put|pass|give me|want|need|prefer|rather|can i|could i)\b/i

/** Whether somebody asks for a person instead of the agent. */
export const wantsPerson = (message: string): boolean =>
  sentencesOf(message).some(
    (sentence) =>
      sentence.length < 200 &&
      PERSON.test(sentence) &&
      (WANTS.test(sentence) || tellingWords(sentence).length <= 2) &&
      !/\bwhat is the (?:sur)?name\b/i.test(sentence),
  )

export const isGreeting = (message: string): boolean =>
  /^(?:hello|hi|hey|good (?:morning|day|afternoon|evening)|greetings|hallo|hola|bonjour|ciao)(?: (?:there|you|all|everybody|again))?$/i.test(
    bare(message),
  )

/** Whether somebody ends the conversation, or only says thanks. */
export const isFarewell = (message: string): boolean =>
  !message.includes('?') &&
  /(?:^| )(?:good ?bye|bye|bye bye|that(?:'s| is| was) (?:all|everything)(?: i (?:need|needed|wanted))?)$|^(?:(?:ok|okay|great|i see|no) )?(?:many )?(?:thanks|thank you)(?: (?:very|so) much| a lot)?$/i.test(
    bare(message.slice(-200)),
  )

/** Words that name no matter. */
const MATTERLESS = new Set(
  `work works working worked sort sorted fix fixed matter matters problem problems issue issues wrong broken trouble hand nothing happen happens happened help
going go hurry urgent fast bad line taking moment case situation question broke fail fails failed solve solved assistance support assist please not does`.split(
    /\s+/,
  ),
)

/** Whether a message names no matter, apart from the words of `known`. */
export function isVague(message: string, known = ''): boolean {
  const words = tellingWords(message).filter((word) => !MATTERLESS.has(word))
  const given = new Set(tellingWords(known))
  return tellingWords(message).length > 0 && words.every((word) => given.has(word))
}
