import { languageOf } from '../search/language'
import type { Prompt } from '../store/schema'
import { spoken, unquoted } from './meaning'
import { linesOfPrompt } from './prompt-lines'

const isForeignScript = (text: string) => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters > 0 && (text.match(/\p{Script=Latin}/gu)?.length ?? 0) < letters / 2
}

/** The language of a prompt that is clearly not English, in words. Rules read English only (D215). */
export function foreignLanguage(system: string): string | undefined {
  if (isForeignScript(system)) return 'another language'
  const language = languageOf([system])
  return language === 'english' || language === 'simple'
    ? undefined
    : `${language.charAt(0).toUpperCase()}${language.slice(1)}`
}

export const foreignDoubt = (language: string) =>
  `The prompt seems to be in ${language}. Rules read English only, so they cannot tell whether it prepares the agent for this; a person or a language model has to judge it.`

const PURPOSE_LENGTH = 200

/** From the agent's side: "you" becomes "I". */
const turned = (sentence: string) =>
  sentence
    .replaceAll(/\byou are\b|\byou're\b/gi, 'I am')
    .replaceAll(/\byourself\b/gi, 'myself')
    .replaceAll(/\byour\b/gi, 'my')
    .replaceAll(/\b(to|for|with|from|of|by|at|tell|give|help|ask)\s+you\b/gi, '$1 me')
    .replaceAll(/\byou\b/gi, 'I')

/** What an agent would say it is for, from its prompt. Variables get their value, default or name. Empty without a sentence. */
export function purposeOf(
  { system, variables }: Prompt,
  values: Readonly<Record<string, unknown>> = {},
): string {
  const sentences = linesOfPrompt(system).flatMap(({ sentence, read }) => (read === sentence ? sentence : []))
  const sentence = sentences.find((each) => /^you\b/i.test(each)) ?? sentences[0] ?? ''
  const filled = sentence.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
    const given = Object.hasOwn(values, name) ? String(values[name] ?? '') : ''
    return given || variables.find((each) => each.name === name)?.defaultValue || `the ${spoken(name)}`
  })
  const text = /^you\b/i.test(filled) ? turned(filled) : filled
  return unquoted(text).slice(0, PURPOSE_LENGTH).toWellFormed()
}
