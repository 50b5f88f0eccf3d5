import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isWire } from '../../contract/reply'
import type { DeclaredVariable } from '../../contract/variable-lint'
import { fieldLabel } from '../../contract/version-fields'
import { collectionQueries } from '../../queries/collections'
import { IdText } from '../../ui/id-text'
import { isolated } from '../../ui/numbers'
import { shortenId } from '../../ui/short-id'
import { nameOfTool, useTools } from './-use-tools'

/** Collections by name, each with the way to it if `linked`; by id where its name is not known. */
function Collections({ ids, linked }: { ids: readonly string[]; linked: boolean }) {
  const { data, isPending } = useQuery(collectionQueries.list())
  const nameOf = (id: string) =>
    // About as long as a name, so that what stands below stays where it is when the names come.
    data?.items.find((each) => each.id === id)?.name ?? (isPending ? shortenId(id) : id)
  const room = isPending ? 'invisible' : ''
  if (!linked) return <span className={room}>{ids.map(nameOf).map(isolated).join(', ')}</span>
  return (
    <span className={`flex flex-wrap gap-x-3 ${room}`}>
      {ids.map((collectionId) => (
        <Link
          key={collectionId}
          to="/knowledge/collections/$collectionId"
          params={{ collectionId }}
          title={collectionId}
          className="inline-block min-h-6 content-center break-all text-accent underline underline-offset-2"
        >
          {nameOf(collectionId)}
        </Link>
      ))}
    </span>
  )
}

/** Custom tools by name; by slug where the list was not read. */
function Tools({ slugs }: { slugs: readonly string[] }) {
  const { tools, reading } = useTools()
  return (
    <span className={!tools && reading ? 'invisible' : undefined}>
      {slugs.map((slug) => nameOfTool(slug, tools)).join(', ')}
    </span>
  )
}

/** A declared variable as a field of a comparison holds it; nothing where words would drop something of it. */
export function readDeclaration(value: unknown): Omit<DeclaredVariable, 'name'> | undefined {
  if (!isWire(value)) return undefined
  const { name: _, required, defaultValue = '', ...more } = value
  if (typeof required !== 'boolean' || Object.keys(more).length > 0) return undefined
  return typeof defaultValue === 'string' ? { required, defaultValue } : undefined
}

/** A value of a version in words, or as JSON. `absent`: stands for nothing; `ids`: for reading on, so ids can be copied and collections opened. */
export function FieldText({
  path,
  value,
  absent,
  ids = false,
}: {
  path: string
  value: unknown
  absent: string
  ids?: boolean
}) {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <span className="text-ink-muted">{absent}</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (ids && typeof value === 'string' && /Id$/.test(path))
    return <IdText id={value} name={fieldLabel(path)} />
  if (path === 'knowledgeBaseCollectionIds' && Array.isArray(value))
    return <Collections ids={value.map(String)} linked={ids} />
  if (ids && path === 'prompt.tools' && Array.isArray(value)) return <Tools slugs={value.map(String)} />
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  const declared = path.startsWith('prompt.variables.') ? readDeclaration(value) : undefined
  if (declared) {
    const { required, defaultValue } = declared
    return `${required ? 'Required' : 'Optional'}, ${defaultValue === '' ? 'no default' : `default "${defaultValue}"`}`
  }
  return typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>
}

/** The variables of a version with what is said of each. */
export function VariableList({ variables }: { variables: readonly DeclaredVariable[] }) {
  const named = variables.filter(({ name }) => name.trim() !== '')
  if (named.length === 0) return <span className="text-ink-muted">None</span>
  return (
    <ul>
      {named.map(({ name, required, defaultValue }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name while they are typed, and none holds state
        <li key={index} className="break-words">
          <code>{name.trim()}</code>{' '}
          <span className="text-ink-muted">
            {required && 'required'} {defaultValue && `= ${defaultValue}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
