import { useDeferredValue } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { renderText, variablesIn } from '../../contract/placeholders'
import { fieldOf, spokenFields } from '../../contract/version-content'
import { RenderedText } from '../-shared/rendered-text'
import { useTestValues } from '../-shared/test-values'
import type { AgentFormValues } from './-agent-form'
import { ValueFields, variablesOf } from './-try-values'

/** The prompt and the messages as they would read with test values. `valuesOf`: whose these are, as of `useTestValues`. */
export function PromptPreview({
  control,
  valuesOf,
}: {
  control: Control<AgentFormValues>
  valuesOf: string
}) {
  const written = useWatch({ control })
  const [values, setValues] = useTestValues(valuesOf)
  const shown = useDeferredValue({ written, values })
  const texts = spokenFields.map(({ path }) => fieldOf(written, path)).join('\n')
  const variables = variablesOf([written])
  const used = new Map([...variables].filter(([name]) => variablesIn(texts).includes(name)))
  return (
    <div className="flex flex-col gap-3">
      {used.size > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm text-ink-muted">
            Test values. Empty = the default, else the braces stay.
          </legend>
          <ValueFields variables={used} values={values} onChange={setValues} />
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
              <RenderedText
                pieces={renderText(text, shown.values, Object.fromEntries(variables))}
                className="max-h-96 p-3"
              />
            </section>
          )
        )
      })}
    </div>
  )
}
