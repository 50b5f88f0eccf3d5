type Mask = (text: string) => string

function maskTexts(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((each) => maskTexts(each, mask))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, maskTexts(each, mask)]))
}

const inNumbers: Mask = (text) =>
  text.replace(
    /\+\d{7,15}\b/g,
    (number) => number.slice(0, 2) + '*'.repeat(number.length - 4) + number.slice(-2),
  )

const inAddresses: Mask = (text) =>
  text.replace(
    /([^\s@"<>()[\]\\,;:])([^\s@"<>()[\]\\,;:]{0,63})(?=@[^\s@.]+\.[^\s@.])/gu,
    (_, first: string, rest: string) => first + '*'.repeat(rest.length),
  )

/** A copy in which every phone number is masked but for its country digit and the last two. */
export const maskNumbers = (value: unknown): unknown => maskTexts(value, inNumbers)

/** The same, with every e-mail address masked but for its first letter and its domain (D840). */
export const maskPeople = (value: unknown): unknown =>
  maskTexts(value, (text) => inAddresses(inNumbers(text)))
