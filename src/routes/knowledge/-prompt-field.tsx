import { useId } from 'react'
import { countOf } from '../../ui/numbers'
import { words } from './-files-words'

/** Longest prompt that is sent (D6). */
const PROMPT_MAX = 10_000

/** The retrieval prompt that goes with the files chosen next. */
export function PromptField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="flex max-w-[44rem] flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        {words.prompt.label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={PROMPT_MAX}
        value={value}
        aria-describedby={`${id}h`}
        onChange={(event) => onChange(event.target.value)}
        className="control field-sizing-content max-h-[30dvh] min-h-13"
      />
      <p id={`${id}h`} className="text-sm text-ink-muted">
        {words.prompt.hint}{' '}
        {value.length > PROMPT_MAX * 0.9 &&
          words.prompt.room(countOf(PROMPT_MAX - value.length, 'character'))}
      </p>
    </div>
  )
}
