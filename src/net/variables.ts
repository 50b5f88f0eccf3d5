/** The entries of a variable that holds several, separated by commas. */
export const listOf = (value = ''): readonly string[] =>
  value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** A port as a variable holds it. */
export const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535
