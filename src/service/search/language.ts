import type { Language } from '../store/schema'
import { wordsOf } from './words'

/** Frequent small words. A word of several languages counts for each. */
const SMALL_WORDS: Record<Exclude<Language, 'simple'>, string> = {
  english:
    'the of and to in is that for it with as be on not this are or by from at your you we can will have if an was our how when what',
  german:
    'der die das und ist nicht ein eine einer den dem des mit von zu für auf im in sich auch es wird sind oder bei werden sie wir nach wenn kann als aus am zum zur über ihre',
  french:
    'le la les de des du et est un une en dans que qui pour pas sur au aux par avec ce cette vous nous votre sont ou il elle ne être son sa ses',
  spanish:
    'el la los las de del y en que es un una por para con no se su al lo como más o pero sus son está puede este esta si usted cuando hay nos',
  italian:
    'il lo la gli le di del della dei delle e è un una che per con non si in nel nella al alla da sono come più o ma anche se questo questa può ha dal i',
  dutch:
    'de het een en van is in op te dat voor met niet zijn aan er om ook als bij of naar uit door u wij kan wordt worden deze dit uw onze wanneer',
  portuguese:
    'o a os as de do da dos das e em no na nos nas que é um uma para com não por se ao mais ou mas como seu sua são pode está este esta você quando',
}

const lists = Object.entries(SMALL_WORDS).map(
  ([language, words]) => [language as Language, new Set(words.split(' '))] as const,
)

const WORDS_MAX = 5_000

/** Text with a smaller share of small words is in none of these languages. */
const SHARE_MIN = 0.08

/** The language of a file by its small words; `simple` if none stands out (D102). */
export function languageOf(texts: Iterable<string>): Language {
  const counts = new Map<Language, number>(lists.map(([language]) => [language, 0]))
  let total = 0
  for (const text of texts) {
    for (const word of wordsOf(text)) {
      total++
      for (const [language, words] of lists)
        if (words.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1)
    }
    if (total >= WORDS_MAX) break
  }
  const [best, next] = [...counts].sort(([, one], [, other]) => other - one)
  if (!best || best[1] === 0 || best[1] < total * SHARE_MIN || best[1] === next?.[1]) return 'simple'
  return best[0]
}
