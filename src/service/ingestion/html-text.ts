const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const BREAKS = /^<\/?(?:br|p|div|li|ul|ol|tr|table|h[1-6]|hr|section|details|summary|dt|dd|pre|blockquote)\b/i

/** What comes after the part of raw HTML that starts at `start` and is no text; the end of the text if it never closes. */
function skip(html: string, start: number): number {
  const closing = (end: string, length = end.length) => {
    const at = html.indexOf(end, start)
    return at === -1 ? html.length : at + length
  }
  if (html.startsWith('<!--', start)) return closing('-->')
  const element = /^<(script|style|template|svg)\b/i.exec(html.slice(start, start + 12))
  if (!element) return closing('>')
  const rest = html.slice(start).search(new RegExp(`</${element[1]}`, 'i'))
  return rest === -1 ? html.length : html.indexOf('>', start + rest) + 1 || html.length
}

/** The text of raw HTML without tags, comments, scripts and styles. Reads each character once. */
export function textOfHtml(html: string): string {
  let text = ''
  let at = 0
  while (at < html.length) {
    const tag = html.indexOf('<', at)
    text += html.slice(at, tag === -1 ? html.length : tag)
    if (tag === -1) break
    // "a < b" is no tag.
    if (!/[a-z/!?]/i.test(html[tag + 1] ?? '')) {
      text += '<'
      at = tag + 1
      continue
    }
    if (BREAKS.test(html.slice(tag, tag + 12))) text += '\n'
    at = skip(html, tag)
  }
  return text
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/&#(\d{1,7});/g, (whole, code: string) => {
      const point = Number(code)
      return point > 31 && point <= 0x10ffff && (point & 0xfff800) !== 0xd800
        ? String.fromCodePoint(point)
        : whole
    })
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}
