import { useId } from 'react'
import { words } from './-bulk-words'

const [before, after] = words.delete.type

/** A word to be typed before something that nobody can vouch for. */
export function TypeToConfirm({
  word,
  value,
  onChange,
}: {
  word: string
  value: string
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id}>
        {before} <span className="font-mono font-semibold wrap-anywhere">{word}</span> {after}
      </label>
      <input
        id={id}
        className="control"
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
