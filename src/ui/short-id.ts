/** The first 8 and last 4 characters of an id. Ids of up to 16 stay whole. */
export function shortenId(id: string, head = 8, tail = 4): string {
  const signs = Array.from(id)
  if (signs.length <= head + tail + 4) return id
  return `${signs.slice(0, head).join('')}…${signs.slice(-tail).join('')}`
}
