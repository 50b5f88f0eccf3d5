/** The first 8 and last 4 characters of an id. Ids of up to 16 stay whole. */
export function shortenId(id: string): string {
  const signs = Array.from(id)
  if (signs.length <= 16) return id
  return `${signs.slice(0, 8).join('')}…${signs.slice(-4).join('')}`
}
