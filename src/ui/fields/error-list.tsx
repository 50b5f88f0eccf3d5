import type { PlacedError } from './field-errors'

/** What was said of single fields, where no field on the screen can show it. */
export function ErrorList({ errors }: { errors: readonly PlacedError[] }) {
  return (
    errors.length > 0 && (
      <ul className="list-disc pl-4 text-sm">
        {errors.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
    )
  )
}
