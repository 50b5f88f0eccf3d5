import { useDeferredValue, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { renderText, variablesIn } from '../../contract/placeholders'
import { fieldOf, spokenFields } from '../../contract/version-content'
import { RenderedText } from '../-shared/rendered-text'
import type { AgentFormValues } from './-agent-form'

/** The prompt and the messages as they would read with test values. The values are stored nowhere. */
export function PromptPreview({ control }: { control: Control<AgentFormValues> }) {
  const written = useWatch({ control })
  const [values, setValues] = useState<Record<string, string>>({})
  const shown = useDeferredValue({ written, values })
  const texts = spokenFields.map(({ path }) => fieldOf(written, path))
  const names = variablesIn(texts.join('\n'))
  const defaults = Object.fromEntries(
    fieldOf(written, 'prompt.variables').map(({ name, defaultValue }) => [name.trim(), defaultValue]),
  )
  return (
    <div className="flex flex-col gap-3">
      {names.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm text-ink-muted">
            Test values. Empty: the default, else the braces stay.
          </legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {names.map((name) => (
              <label key={name} className="flex min-w-0 flex-col gap-1">
                <span className="truncate text-sm">Test value of {name}</span>
                <input
                  value={values[name] ?? ''}
                  placeholder={Object.hasOwn(defaults, name) ? defaults[name] : ''}
                  autoComplete="off"
                  // Not a field of the form: Enter here must not send it.
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
                  }}
                  onChange={(event) => setValues({ ...values, [name]: event.target.value })}
                  className="control"
                />
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {spokenFields.map(({ path, label }) => {
        const text = fieldOf(shown.written, path)
        const isPrompt = path === 'prompt.system'
        const heading = isPrompt ? 'The prompt as it would read' : label
        return (
          (isPrompt || text.trim() !== '') && (
            <section key={path} aria-label={heading} className="flex flex-col gap-1">
              <h3 className="text-sm text-ink-muted">{heading}</h3>
              <RenderedText pieces={renderText(text, shown.values, defaults)} className="max-h-96 p-3" />
            </section>
          )
        )
      })}
    </div>
  )
}
