import { languageOf } from '../search/language'

/** Whether most letters are not Latin. */
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
