/** The parsed address when it is a web address in full, which is the only kind a page may open; `javascript:`, `data:` and the like are not (safety rule 15). */
export function readWebAddress(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : undefined
}

/** What a link to the outside needs: a tab of its own that learns nothing of this page. */
export const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' } as const

/** Opens a web address in a tab that learns nothing of this page; does nothing and says `false` for any other. An address without a host is one of this origin. */
export function openOutside(
  address: string,
  base: string = location.href,
  open: (url: string, target: string, features: string) => unknown = (...given) => window.open(...given),
): boolean {
  const url = URL.canParse(address, base) ? readWebAddress(new URL(address, base).href) : undefined
  if (!url) return false
  open(url.href, '_blank', 'noopener,noreferrer')
  return true
}
