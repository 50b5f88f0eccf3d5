type Mask = (text: string) => string

function maskTexts(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((each) => maskTexts(each, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskTexts(each, mask)]))
}

/**
 * Phone numbers as people write them: with a plus, with an area code in brackets or after a zero, or in groups of three, three and four.
 * What only might be one, such as an id, a time or an order's number, is left as it is.
 */
const PHONE =
  /\+\d(?:[ ()./-]{0,2}\d){6,14}(?!\d)|(?<![\w.:-])(?:\(\d{2,5}\)(?:[ ./-]{0,2}\d){5,10}|0\d(?:[ /-]?\d){7,11}|\d{3}([ .-])\d{3}\1\d{4})(?![\w:-]|\.\d)/g

const inNumbers: Mask = (text) =>
  text.replace(PHONE, (number) => {
    const kept = number.startsWith('+') ? 2 : 0
    const digits = number.match(/\d/g)?.length ?? 0
    let at = 0
    return (
      number.slice(0, kept) +
      number.slice(kept).replace(/\d/g, (digit) => {
        at += 1
        return at + kept / 2 > digits - 2 ? digit : '*'
      })
    )
  })

const inAddresses: Mask = (text) =>
  text.replace(
    /([^\s@"<>()[\]\\,;:])([^\s@"<>()[\]\\,;:]{0,63})(?=@[^\s@.]+\.[^\s@.])/gu,
    (_, first: string, rest: string) => first + '*'.repeat(rest.length),
  )

/** A copy in which every phone number is masked but for the digit after its plus and the last two. */
export const maskNumbers = (value: unknown): unknown => maskTexts(value, inNumbers)

/** The same, with every e-mail address masked but for its first letter and its domain (D840). */
export const maskPeople = (value: unknown): unknown =>
  maskTexts(value, (text) => inAddresses(inNumbers(text)))
