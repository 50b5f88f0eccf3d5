import { useId } from 'react'
import { PROMPT_MAX } from '../../contract/file-changes'
import { countOf } from '../../ui/numbers'

/** The retrieval prompt that goes with the files chosen next. */
export function PromptField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className="flex max-w-[44rem] flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        Retrieval prompt
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
        Instructions for how agents use these files. Added to each file you upload now.{' '}
        {value.length > PROMPT_MAX * 0.9 && `${countOf(PROMPT_MAX - value.length, 'character')} left.`}
      </p>
    </div>
  )
}
