import { languageOf } from '../search/language'

/** Letters that do not belong to the Latin script; a prompt made of them is not English whatever its small words are. */
const isForeignScript = (text: string) => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return letters > 0 && (text.match(/\p{Script=Latin}/gu)?.length ?? 0) < letters / 2
}

/** The language of a prompt where it evidently is not English, for a sentence about it; rules read English only (D215). */
export function foreignLanguage(system: string): string | undefined {
  if (isForeignScript(system)) return 'another language'
  const language = languageOf([system])
  return language === 'english' || language === 'simple'
    ? undefined
    : `${language.charAt(0).toUpperCase()}${language.slice(1)}`
}

/** Why rules cannot tell whether a prompt prepares the agent for something. */
export const foreignDoubt = (language: string) =>
  `The prompt seems to be in ${language}. Rules read English only, so they cannot tell whether it prepares the agent for this; a person or a language model has to judge it.`
