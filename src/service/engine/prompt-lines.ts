import { sentencesOf } from './meaning'

const WHO = '(?:you|we|the agent|agents|it)'
const WHAT = '(?:things|topics|words|phrases|what)'

/** A heading under which each line is forbidden. "Not received" names a matter, and "If you cannot help" a condition. */
const FORBIDS = new RegExp(
  `^(?:${WHAT} )?(?:${WHO} )?(?:(?:must|should|may|can|shall|will|are) )?(?:to )?(?:never|avoid|do not|don['’]?ts?|not(?: to| do| allowed| permitted)|under no circumstances|refrain from)\\b` +
    `|^(?:${WHO} )(?:cannot|(?:must|should|may|can|shall|will) not)\\b` +
    `|^(?:forbidden|prohibited|banned|off[- ]limits|no[- ]?gos?)(?: (?:topics|words|phrases|actions|questions|things))?$` +
    `|^${WHAT} (?:to avoid|(?:that )?are (?:forbidden|prohibited|not allowed))$`,
  'i',
)
/** The same without a mark of a heading, so that "Never guess" remains a sentence. */
const FORBIDS_ALONE =
  /^(?:don['’]?ts|do not|never|forbidden|prohibited|not allowed|things to avoid|what not to do)$/i

const wordsIn = (heading: string) =>
  heading
    .replaceAll(/[*_#]/g, '')
    .replace(/^[^\p{L}]+/u, '')
    .replace(/\s*:\s*$/, '')
    .trim()
const isForbidding = (heading: string) => FORBIDS.test(wordsIn(heading))

/** Ranks after those of "#" to "######". A label reaches to the end of the list under it. */
const BOLD = 7
const LABEL = 8

/** The rank of a line that stands above others: "## Tone", "**Tone**" or "Tone:". */
function rankOf(line: string): number | undefined {
  const signs = /^#{1,6}(?=\s)/.exec(line)?.[0].length
  if (signs) return signs
  if (/:[*_]*\s*$/.test(line) || FORBIDS_ALONE.test(wordsIn(line))) return LABEL
  return /^\s*(\*\*|__)[^*_]+\1\s*$/.test(line) ? BOLD : undefined
}

const ITEM = /^\s*(?:[-*•]|\d+[.)])\s|^\s{2,}\S/

/** A sentence of a prompt. `read`: with the "never" of what it stands under (D682). */
export interface PromptLine {
  readonly sentence: string
  readonly read: string
}

function readAlone(sentence: string): PromptLine {
  const [, label = '', rest = ''] = /^([^:.]{3,40}):[*_]*\s+(.+)$/.exec(sentence) ?? []
  return { sentence, read: isForbidding(label) ? `Never ${rest}` : sentence }
}

/** The sentences of a prompt, as rules read them. */
export function linesOfPrompt(system: string): PromptLine[] {
  const parts: { text: string; isForbidden: boolean }[] = []
  /** The rank of the heading that forbids what comes. */
  let section: number | undefined
  let isListForbidden = false
  let before = ''
  for (const line of system.split('\n')) {
    const rank = rankOf(line)
    if (rank !== undefined) {
      isListForbidden = rank === LABEL && isForbidding(line)
      if (rank < LABEL && rank <= (section ?? BOLD)) section = isForbidding(line) ? rank : undefined
    } else if (line.trim() !== '' && !ITEM.test(line) && (before.trim() === '' || ITEM.test(before)))
      isListForbidden = false
    const isForbidden = rank === undefined && (section !== undefined || isListForbidden)
    const last = parts.at(-1)
    if (last?.isForbidden === isForbidden) last.text += `\n${line}`
    else parts.push({ text: line, isForbidden })
    before = line
  }
  return parts.flatMap(({ text, isForbidden }) =>
    sentencesOf(text).map((sentence) =>
      isForbidden ? { sentence, read: `Never ${sentence}` } : readAlone(sentence),
    ),
  )
}
