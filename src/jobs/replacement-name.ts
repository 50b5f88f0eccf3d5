const DATED = /-\d{4}-\d{2}-\d{2}(?:-\d+)?$/

/**
 * A dated name for the new file, distinct from every name in use (§4 rule 4): `guide.pdf` becomes `guide-2026-11-20.pdf`,
 * and `guide-2026-01-02.pdf` too. The ending is that of the chosen file.
 */
export function proposeName(wanted: {
  oldName: string
  chosenName: string
  taken: Iterable<string | undefined>
  now: Date
}): string {
  const { oldName, chosenName, now } = wanted
  const taken = new Set([...wanted.taken].map((name) => name?.toLowerCase()))
  const ending = /\.[^.]+$/.exec(chosenName)?.[0].toLowerCase() ?? ''
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  const stem = oldName.replace(/\.(?:pdf|md)$/i, '').replace(DATED, '')
  for (let count = 1; ; count += 1) {
    const tail = `-${day}${count > 1 ? `-${count}` : ''}${ending}`
    // No half of a character that takes two.
    const name = stem.slice(0, 255 - tail.length).replace(/[\uD800-\uDBFF]$/, '') + tail
    if (!taken.has(name.toLowerCase())) return name
  }
}
