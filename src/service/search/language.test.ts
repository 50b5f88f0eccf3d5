import { expect, test } from 'vitest'
import { languageOf } from './language'

test.each([
  ['english', 'Refunds are paid within fourteen days of the day on which the goods arrive.'],
  ['german', 'Wir erstatten den Betrag innerhalb von vierzehn Tagen, nachdem die Ware bei uns ist.'],
  ['french', 'Le remboursement est effectué dans les quatorze jours qui suivent la réception.'],
  ['spanish', 'El reembolso se hace en los catorce días siguientes a la llegada de la mercancía.'],
  ['italian', 'Il rimborso è effettuato entro quattordici giorni dal ricevimento della merce.'],
  ['dutch', 'Wij betalen het bedrag terug binnen veertien dagen nadat de goederen zijn ontvangen.'],
  ['portuguese', 'O reembolso é feito em catorze dias após a chegada das mercadorias, se não estão usadas.'],
])('%s is told by its small words', (language, text) => {
  expect(languageOf([text])).toBe(language)
})

test.each([
  ['a price list', ['Basic 10 EUR', 'Plus 20 EUR', 'Team 40 EUR']],
  ['nothing', []],
  ['another language', ['Zwroty są wypłacane w ciągu czternastu dni od otrzymania towaru.']],
])('%s is taken word by word', (_, texts) => {
  expect(languageOf(texts)).toBe('simple')
})

test('a few foreign words do not change the language of a long text', () => {
  const english = Array.from({ length: 40 }, () => 'The goods are at the door when you are not at home.')
  expect(languageOf(['Der, die, das und ein', ...english])).toBe('english')
})
