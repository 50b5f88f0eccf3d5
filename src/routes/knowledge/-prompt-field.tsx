import { useId } from 'react'
import { PROMPT_MAX } from '../../contract/file-changes'
import { countOf } from '../../ui/numbers'

/** The retrieval prompt that goes with the files chosen next. */
export function PromptField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const left = PROMPT_MAX - value.length
  return (
    <div className="flex max-w-[44rem] flex-col gap-1">
      <label htmlFor={id} className="font-semibold">
        Retrieval prompt
      </label>
      <textarea
        id={id}
        rows={2}
        value={value}
        aria-describedby={`${id}h`}
        aria-invalid={left < 0}
        onChange={(event) => onChange(event.target.value)}
        className="control field-sizing-content max-h-[30dvh] min-h-13"
      />
      <p id={`${id}h`} className="text-sm text-ink-muted">
        Instructions for how agents use these files. Added to each file you upload now.{' '}
        {left < 0 ? (
          <span className="text-bad">{`${countOf(-left, 'character')} too many: shorten it before you upload.`}</span>
        ) : (
          left < PROMPT_MAX / 10 && `${countOf(left, 'character')} left.`
        )}
      </p>
    </div>
  )
}
