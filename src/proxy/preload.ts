import * as z from 'zod/mini'

/** `preload.json` of the build: what a screen needs first, by its address (D45). */
const preloadFile = z.object({
  routes: z.array(
    z.object({
      /** As the router writes it: `/knowledge/collections/$collectionId`. */
      pattern: z.string(),
      modules: z.array(z.string()),
      data: z.array(z.string()),
    }),
  ),
})

const escapeAttribute = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const matches = (pattern: string, path: string) => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, at) => (segment.startsWith('$') ? given[at] !== '' : segment === given[at]))
  )
}

/**
 * Reads `preload.json` into a function from a path to the tags for the head of its page. Where several patterns fit, the
 * one with the fewest parameters wins, as in the router. Throws when the file is not of its form: the build wrote it.
 */
export function readPreloads(json: string): (path: string) => string {
  const parameters = ({ pattern }: { pattern: string }) => pattern.split('$').length
  const routes = preloadFile
    .parse(JSON.parse(json))
    .routes.toSorted((one, other) => parameters(one) - parameters(other))
    .map(({ pattern, modules, data }) => ({
      pattern,
      tags: [
        ...modules.map((href) => `<link rel="modulepreload" href="${escapeAttribute(href)}">`),
        ...data.map((href) => `<link rel="preload" as="fetch" crossorigin href="${escapeAttribute(href)}">`),
      ].join(''),
    }))
  return (path) => routes.find(({ pattern }) => matches(pattern, path))?.tags ?? ''
}
