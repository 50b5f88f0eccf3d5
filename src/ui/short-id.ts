/** An id shortened in its middle: 8 signs, an ellipsis, the last 4. Ids of up to 16 signs stay whole, so that cutting always saves something. */
export function shortenId(id: string, head = 8, tail = 4): string {
  const signs = Array.from(id)
  if (signs.length <= head + tail + 4) return id
  return `${signs.slice(0, head).join('')}…${signs.slice(-tail).join('')}`
}
