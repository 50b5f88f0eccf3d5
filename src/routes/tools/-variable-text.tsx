import { placeholdersIn } from '../../contract/placeholders'

/** A text of a tool with its `{{variables}}` marked; those that are declared nowhere stand out by a wavy line too. */
export function VariableText({ text, declared }: { text: string; declared: ReadonlySet<string> }) {
  const found = placeholdersIn(text)
  if (found.length === 0) return text
  return (
    <>
      {found.map(({ name, start, end, fault }, at) => (
        <span key={start}>
          {text.slice(found[at - 1]?.end ?? 0, start)}
          <mark
            className={
              fault || !declared.has(name)
                ? 'rounded-sm bg-busy-soft text-busy underline decoration-wavy underline-offset-2'
                : 'rounded-sm bg-accent-soft text-accent'
            }
          >
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(found.at(-1)?.end)}
    </>
  )
}
