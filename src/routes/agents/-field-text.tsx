import { fieldLabel } from '../../contract/version-fields'
import { IdText } from '../../ui/id-text'
import { readDeclaration } from './-compare-versions'

/** A value of a version in words, or as JSON. `absent`: stands for nothing; `ids`: those of the service can be copied. */
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
  if (ids && Array.isArray(value) && /Ids$/.test(path))
    return (
      <span className="flex flex-wrap gap-x-3">
        {value.map((id) => (
          <IdText key={String(id)} id={String(id)} name="collection id" />
        ))}
      </span>
    )
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  const declared = path.startsWith('prompt.variables.') ? readDeclaration(value) : undefined
  if (declared) {
    const { required, defaultValue } = declared
    return `${required ? 'Required' : 'Optional'}, ${defaultValue === '' ? 'no default' : `default "${defaultValue}"`}`
  }
  return typeof value === 'string' ? value : <code>{JSON.stringify(value)}</code>
}
