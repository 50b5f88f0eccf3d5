import { sentencesOf, tellingWords } from './meaning'
import { foreignLanguage } from './prompt'
import { linesOfPrompt } from './prompt-lines'

/** No negation before in the same clause. It goes on over ", or" and ", nor", and over the whole of a list that ends so. */
const ALLOWED = String.raw`(?<!(?:\b(?:never|not|cannot|avoid|without)\b|n['’]t\b)(?:[^.,;:]|, (?:n?or|and) )*)(?!(?<=^(?:never|do not|don['’]t|avoid)\b[^.;:]*)[^.;:]*, n?or\b)`

/** Rules of a prompt that are understood without a language model. */
const RULES = {
  greeting: new RegExp(
    String.raw`\b(?=greet|say|open|begin|start|introduce)${ALLOWED}(?:greet|say hello|open with|begin with|start with|introduce yourself)\b`,
    'i',
  ),
  'opt-out':
    /\bopt(?:s|ed|ing)?[- ]?out|unsubscribe|\bSTOP\b|do[- ]not[- ](?:contact|call)|no further messages/i,
  // "If you do not know it, transfer the call" is no "do not transfer".
  person:
    /^(?:(?:if|when|whenever|where|once|as soon as)\b[^,.;]*, )?(?!.*\b(?:never|not|n't)\b).*(?:transfer|hand (?:\w+ ){0,2}over|human|person|colleague|call ?back|escalat|operator|staff)/i,
  scope:
    /\bonly\b|nothing else|off[- ]topic|(?:other|unrelated|different) (?:topics?|subjects?|matters?|questions?)|stay (?:on|with)|(?:decline|refuse)\b|(?:not|never|n't) (?:talk|discuss|answer|chat|help)|outside of/i,
  // What customers ask for is not to be asked of them, nor what the prompt forbids to ask for (D692).
  asks: new RegExp(
    String.raw`(?<!\b(?:they|who|customers?|callers?|users?|people|some(?:one|body)) )\b(?=ask )${ALLOWED}ask (?:\w+ ){0,3}?for (?:the |their |a )?([^.,;]{3,60})`,
    'i',
  ),
  clarifies:
    /ask (?:back|again|what)|clarif|follow-?up question|ask (?:a|the|one|more|further) \S*\s*questions?|unclear|ambiguous|understand/i,
} as const

export const SCOPE = RULES.scope
export const ASKS = RULES.asks

/** The sentence of a prompt that is such a rule. Prompts in other languages have none that rules can read (D215). */
export function findPromptRule(system: string, wanted: keyof typeof RULES | RegExp): string | undefined {
  if (foreignLanguage(system) !== undefined) return undefined
  const pattern = wanted instanceof RegExp ? wanted : RULES[wanted]
  return linesOfPrompt(system).find(({ read }) => pattern.test(read))?.sentence
}

const DOCUMENTS =
  '(?:documents?|passages?|sources?|materials?|manuals?|knowledge(?: base)?|articles?|collections?|guides?|handbooks?)'
const CANNOT = "(?:(?:do|does|can|could|is|are) not|cannot|(?:do|does|ca|could|is|are)n['’]t)"
const ANSWER = '(?:answer|information)'
const END = String.raw`(?: (?:in|from|about|to|on|with) [^,.:;“"]{1,60})?(?=[,.:]|$| (?:then )?(?:say|reply|tell)\b)`

/** That the documents do not tell something: "you cannot find the order" is another matter. */
const NOTHING_FOUND = new RegExp(
  String.raw`\b(?:if|when|whenever|where|in case) [^,.:;“"]{0,40}?\b(?:${[
    String.raw`${DOCUMENTS}\b[^,.:;“"]{0,40}? ${CANNOT} (?:tell|say|answer|cover|contain|mention|have|include|state|know|give|help)\b`,
    String.raw`(?:no|none of|nothing in)\b[^,.:;“"]{0,20} ${DOCUMENTS}\b`,
    String.raw`${ANSWER} ${CANNOT} (?:\w+ )?(?:in|found|known|covered|available|part of)\b`,
    String.raw`(?:it|that|question) ${CANNOT} (?:covered|answered|(?:in|part of) (?:the|your|its) ${DOCUMENTS})\b`,
    `you ${CANNOT} (?:know|find|have|answer|help)(?: it| that| this| anything| (?:(?:an?|the|any|enough) )?${ANSWER})?${END}`,
    `you (?:(?:have|find) (?:nothing|no ${ANSWER})|are (?:not sure|unsure))${END}`,
  ].join('|')})`,
  'i',
)

/** Words that a prompt gives. */
export const QUOTED = /[“"«]([^”"»]{2,300})[”"»]/

/** What follows the condition at once: a quote later on belongs to another rule. */
const SAYS = new RegExp(
  String.raw`^(?![^,.:;“"]*\b(?:never|not|nor)\b)[^,.:;“"]{0,60}[,.:;*_\s–—-]*(?:(?:then|please|just|simply|politely|always) |(?:apologi[sz]e|be honest)[^,.:;“"]{0,20} and )*(?:say|reply|answer|respond|tell|write)\b[^.;“"]{0,40}${QUOTED.source}`,
  'i',
)

/** What a prompt wants said where nothing is found, and the sentence that it is said in (D697). */
export function wordsForNothing(system: string): { words: string; rule: string } | undefined {
  if (foreignLanguage(system) !== undefined) return undefined
  const lines = linesOfPrompt(system)
  for (const [place, { sentence, read }] of lines.entries()) {
    const condition = read === sentence ? NOTHING_FOUND.exec(sentence) : null
    if (!condition) continue
    const rest = sentence.slice(condition.index + condition[0].length)
    // The condition may be a heading, and a full stop in a quote ends a sentence.
    const next = lines.slice(place + 1, place + 5).map((each) => each.sentence)
    const words = SAYS.exec([rest, ...next].join(' '))?.[1]
    if (words) return { words, rule: /[“"«]/.test(rest) ? sentence : (next[0] ?? sentence) }
  }
  return undefined
}

const bare = (message: string) =>
  message
    .replaceAll(/[^\p{L}\p{N}'\s]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Words that, sent alone, end messages. */
const STOP_WORDS =
  /^(?:please )?(?:stop|stopall|stop all|unsubscribe|cancel|end|quit|opt ?out|optout|revoke|alto|baja|parar|cancelar|arr[eê]t|stopp|abmelden|abbestellen)(?: please)?$/i
const MESSAGES = String.raw`(?:messages|texts|e-?mails|sms)\b`
const AGAINST_ME = String.raw`(?:do not|don['’]?t|never) (?:text|message|call|contact|e-?mail|write(?: to)?) me\b`
/** Wishes, not "How do I stop sending invoices?" or "You never call me back!" */
const STOP_WISHES = new RegExp(
  [
    String.raw`(?<!\b(?:do|does|can|could|should|did) (?:I|we|they|one) )\b(?:stop|quit) (?:texting|messaging|calling|contacting|e-?mailing|writing(?: to)?|sending (?:me\b|(?:\w+ ){0,2}${MESSAGES}))`,
    String.raw`(?<!\b(?:(?<!\bthank )you|they|we|I|he|she|it|people|who) )\b${AGAINST_ME}`,
    String.raw`\b(?:want|prefer|ask(?:ed)?|tell|told|request|rather|like)(?: that)? you ${AGAINST_ME}`,
    String.raw`\b(?:take|remove) me (?:off|from)\b[^.]{0,40}\blists?\b|\bunsubscribe me\b`,
    String.raw`\bno (?:more|further) (?:calls\b|${MESSAGES})`,
  ].join('|'),
  'i',
)

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

/** "I do not want to give my name": nothing to search for, and no value. */
const REFUSES =
  /^(?:(?:no|sorry|but|well|oh)[,.]? )*(?:I|we)(?: (?:really|just|simply))?(?:['’]d| would)?(?: (?:do not|don['’]?t|will not|won['’]?t|would not|wouldn['’]?t|rather not|prefer not|refuse|decline))(?: (?:want|wish|like|care|have|feel like))?(?: to)?(?: (?:give|giving|tell|telling|say|share|sharing|provide|disclose|reveal|answer|state|mention|name)(?: [^,.;]{1,60})?)?$|^that(?: is|['’]s) (?:none of your business|private|personal|confidential)$|^none of your business$/i
const UNKNOWN =
  /^(?:(?:no|sorry|but|well|oh|hm+)[,.]? )*(?:(?:I|we) (?:do not|don['’]?t|can['’]?t|cannot|could not|couldn['’]?t) (?:(?:have|know|remember|recall|find|see)(?: (?:it|that|this|one|any|either|them))?)(?: (?:at hand|with me|right now|now|yet|here|exactly|any ?more))*|no (?:idea|clue)|not at hand|none|unknown|nothing|no)(?:,? (?:sorry|thanks|thank you|unfortunately))?$/i

/** Whether a sentence says that somebody does not tell, or does not have, what was asked for (D683). */
export const tellsNothing = (sentence: string): boolean => {
  const said = sentence.trim().replace(/[.!\s]+$/, '')
  return said.length <= 200 && (REFUSES.test(said) || UNKNOWN.test(said))
}

/** A message without what it refuses to tell; the message itself where it refuses nothing. */
export function withoutRefusals(message: string): string {
  const sentences = sentencesOf(message)
  const rest = sentences.filter((sentence) => !tellsNothing(sentence))
  return rest.length === sentences.length ? message : rest.join(' ')
}

/** Also of the languages that tools may be named in. */
const NEGATES =
  /\b(?:not|never|cannot|without|nor|neither|no longer|no need|instead of|rather than|(?:do|does|did|is|are|was|were|has|have|had|ca|could|wo|would|should|must|need)n['’]?t|nicht|keine?[nmrs]?|nie|pas|jamais|niet|geen|nunca)\b/i

/** "It has not arrived, can you cancel the order?": what stands before the wish. A bare "cancel the order" may end what "do not" began. */
const BEFORE_WISH =
  /^.*(?:[,;:–—]|\b(?:so|but)\b)\s*(?:(?:so|but|and|then) )?(?=(?:please|(?:can|could|will|would) you|(?:can|could|may) I|I (?:want|need|would like)|I['’]d like)\b)/i

const THANKS_FOR = /\b(?:thanks|thank you)(?: (?:very|so) much| a lot)? (?:for|that)\b[^,;.!?]*/gi

/** Asks whether something was done. */
const ASKS_WHETHER_DONE =
  /\b(?:did|have) you\b|^(?:(?:and|so|but|when|why|how|where|who),? )?(?:(?:did|has|had|was|were)\b|(?:is|are)\b.*\w{2}ed\b[^?]*\?$)/i

const wantsNothing = (sentence: string) => NEGATES.test(sentence) || ASKS_WHETHER_DONE.test(sentence)

/** What a message wants done: without what it forbids, thanks for, or asks about (D1033). Empty if it wants nothing. */
export const wishesOf = (message: string): string =>
  sentencesOf(message.slice(0, 2_000))
    .map((sentence) => (wantsNothing(sentence) ? sentence.replace(BEFORE_WISH, '') : sentence))
    .filter((sentence) => !wantsNothing(sentence))
    .map((sentence) => sentence.replace(THANKS_FOR, ''))
    .join(' ')
    .trim()

export const isYes = (message: string): boolean =>
  !message.includes('?') &&
  !NEGATES.test(message) &&
  /^(?:(?:yes|yeah|yep)\b.*|(?:sure|ok|okay|of course|please|go ahead|do it)(?: (?:please|do|do it|again|go ahead))*)$/i.test(
    bare(message),
  )

export const isNo = (message: string): boolean => /^(?:no|nope|nothing|none)(?: else)?$/i.test(bare(message))

/** Words that name no matter. */
const MATTERLESS = new Set(
  `work works working worked sort sorted fix fixed matter matters problem problems issue issues wrong broken trouble hand nothing happen happens happened help
going go hurry urgent fast bad line taking moment case situation question broke fail fails failed solve solved assistance support assist please not does`.split(
    /\s+/,
  ),
)

/** Whether a message names no matter, apart from the words of `stated`. */
export function isVague(message: string, stated = ''): boolean {
  const words = tellingWords(message).filter((word) => !MATTERLESS.has(word))
  const given = new Set(tellingWords(stated))
  return tellingWords(message).length > 0 && words.every((word) => given.has(word))
}
