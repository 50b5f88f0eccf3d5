import type { Language } from '../store/schema'
import { isFiller } from './filler-words'
import { FORMS, SYNONYMS } from './synonyms'
import { isUnspaced } from './unspaced'
import { wordsOf } from './words'

/** Other words that one of a question may be answered with. */
export interface Synonyms {
  /** The word, or the first one of a phrase. */
  readonly word: string
  /** The other words of a phrase. */
  readonly rest: readonly string[]
  readonly others: readonly string[]
  /** How surely they say the same, from 0 to 1. */
  readonly likeness: number
  /** Whether they are forms of the word itself. */
  readonly areForms?: boolean
}

/** A phrase is surer than a word, which may mean several things. */
const LIKENESS = { form: 0.5, phrase: 0.8, word: 0.25 }

/** So many other words rank for one, because each costs time; in the table, those that are surer come first. */
const OTHERS_MAX = 10

/** Words of a phrase have at most so many others between them: "send it back". */
const APART_MAX = 2

const ENDINGS: Partial<Record<Language, RegExp>> = {
  english: /(?:ings?|edly|ed|es|s|ly|e)$/,
  french: /(?:ements?|ées?|és?|er|es|e|s|x)$/,
  german: /(?:ungen|ung|en|er|es|em|st|et|e|n|s|t)$/,
}

/** A word without its endings, roughly: what is found here is searched for by the dictionary's stems. */
export function withoutEndings(language: Language, word: string): string {
  if (word.length < 4 || isUnspaced(word)) return word
  const root = word.replace(/ies$/, 'y').replace(ENDINGS[language] ?? /$^/, '')
  return root.length < 3 ? word : root.replace(/(.)\1$/, '$1').replace(/i$/, 'y')
}

interface Table {
  readonly forms: ReadonlyMap<string, readonly string[]>
  readonly words: ReadonlyMap<string, readonly string[]>
  readonly phrases: readonly { readonly roots: readonly string[]; readonly others: readonly string[] }[]
}

/** Each of the parts, with the others of its group. */
function addGroup(to: Map<string, string[]>, group: readonly string[], keyOf: (part: string) => string) {
  for (const part of group) {
    const key = keyOf(part)
    to.set(
      key,
      [...new Set([...(to.get(key) ?? []), ...group])].filter((each) => keyOf(each) !== key),
    )
  }
}

function makeTable(language: Language): Table {
  const forms = new Map<string, string[]>()
  for (const group of (FORMS[language] ?? '').split(/[;\n]/))
    addGroup(forms, group.trim().split(/\s+/).filter(Boolean), (form) => form)
  const groups = (SYNONYMS[language] ?? '')
    .split(/[;\n]/)
    .map((group) => group.split(',').map((entry) => entry.trim()))
    .map((entries) => entries.filter((entry) => entry !== '' && !isFiller(entry)))
  const all = new Map<string, string[]>()
  const keyOf = (entry: string) =>
    wordsOf(entry)
      .map((word) => withoutEndings(language, word))
      .join(' ')
  for (const group of groups) addGroup(all, group, keyOf)
  const phrases = [...all].map(([key, others]) => ({
    roots: key.split(' '),
    others: others.slice(0, OTHERS_MAX),
  }))
  return { forms, words: all, phrases: phrases.filter(({ roots }) => roots.length > 1) }
}

const tables = new Map<Language, Table>()
function tableOf(language: Language): Table {
  const table = tables.get(language) ?? makeTable(language)
  tables.set(language, table)
  return table
}

/** Forms of a word that no ending tells, such as "sent" of "send". */
export const formsOf = (language: Language, word: string): readonly string[] =>
  tableOf(language).forms.get(word) ?? []

/** What the words of a question may be called where it is answered (D401). */
export function findSynonyms(language: Language, asked: readonly string[]): Synonyms[] {
  const { words, phrases } = tableOf(language)
  const roots = asked.map((word) =>
    [word, ...formsOf(language, word)].map((form) => withoutEndings(language, form)),
  )
  /** Where the words of a phrase stand. */
  const placesOf = ([first = '', ...rest]: readonly string[]) => {
    const places = [roots.findIndex((each) => each.includes(first))]
    for (const root of rest) {
      const before = places.at(-1) ?? -1
      const isNext = (each: readonly string[], place: number) =>
        place > before && place <= before + 1 + APART_MAX && each.includes(root)
      places.push(before === -1 ? -1 : roots.findIndex(isNext))
    }
    return places.includes(-1) ? [] : places
  }
  const byPhrase = phrases.flatMap(({ roots, others }) => {
    const [word, ...rest] = placesOf(roots).flatMap((place) => asked[place] ?? [])
    return word === undefined ? [] : [{ word, rest, others, likeness: LIKENESS.phrase }]
  })
  const byWord = asked.flatMap((word, place) => {
    if (isFiller(word)) return []
    const others = [...new Set((roots[place] ?? []).flatMap((root) => words.get(root) ?? []))].slice(
      0,
      OTHERS_MAX,
    )
    return [
      { word, rest: [], others: formsOf(language, word), likeness: LIKENESS.form, areForms: true },
      { word, rest: [], others, likeness: LIKENESS.word },
    ]
  })
  return [...byPhrase, ...byWord].filter(({ others }) => others.length > 0)
}
