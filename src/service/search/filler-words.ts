import { wordsOf } from './words'

/** Words of a question that say nothing of what it is about: how one asks, greets and thanks. Small words such as "the" are the dictionaries' own. */
const FILLER = new Set(
  wordsOf(
    `hello hi hey dear good morning afternoon evening please thanks thank sorry excuse pardon bother help
    tell say says said explain describe show give let know knows wonder wondering wondered ask asked asking question questions understand remember mean meant
    want wants wanted would like liked need could can cannot may might must shall should will
    don didn doesn won isn aren wasn weren couldn wouldn shouldn ll ve re
    anybody anyone somebody someone something anything nothing everything thing things stuff whatever
    just really simply actually exactly maybe perhaps possible possibly also even quite kind sort bit lot much many well right okay ok yes now again still
    happen happens happened going get gets got make sure true case way idea curious curiosity hear heard earth
    hallo guten bitte danke kann kannst können könnte könnten sagen wissen möchte gibt gern frage
    bonjour bonsoir merci peux peut pouvez pourriez pourrais dire savoir voudrais svp plaît question
    hola gracias favor puede puedes podría decir saber quisiera pregunta
    ciao buongiorno grazie favore può puoi potrebbe dire sapere vorrei domanda
    hoi dank alstublieft kunt kan zeggen weten graag vraag
    olá obrigado obrigada favor pode poderia dizer saber gostaria pergunta`,
  ),
)

/** Japanese writes what it is about in other characters than small words and endings. */
const SMALL_KANA = /^\p{Script=Hiragana}+$/u

export const isFiller = (word: string) => FILLER.has(word) || SMALL_KANA.test(word)
