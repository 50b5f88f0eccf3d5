import { Plus } from 'lucide-react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../ui/button'
import { TextareaField } from '../../ui/fields/textarea-field'
import { VariablesField } from '../../ui/fields/variables-field'
import { type AgentFormValues, undeclaredIn } from './-agent-form'
import { words } from './-new-agent-words'

const PROMPT_MAX = 100_000

/** The system prompt and the variables it uses. */
export function PromptFields({ form }: { form: UseFormReturn<AgentFormValues> }) {
  const { control } = form
  const prompt = useWatch({ control, name: 'prompt' })
  const missing = undeclaredIn(prompt)
  const declareMissing = () =>
    form.setValue(
      'prompt.variables',
      [...prompt.variables, ...missing.map((name) => ({ name, required: true, defaultValue: '' }))],
      { shouldDirty: true },
    )
  return (
    <>
      <TextareaField
        control={control}
        name="prompt.system"
        label={words.systemPrompt}
        hint={words.systemPromptHint}
        required
        mono
        rows={12}
        max={PROMPT_MAX}
        beside={<span className="text-ink-muted">{words.characters(prompt.system.length)}</span>}
      />
      <VariablesField
        control={control}
        name="prompt.variables"
        label={words.variables}
        hint={words.variablesHint}
      />
      {missing.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <Button size="sm" icon={Plus} onClick={declareMissing}>
            {words.addUsed(missing.length)}
          </Button>
          <span className="min-w-0 font-mono break-all text-ink-muted">{missing.join(', ')}</span>
        </div>
      )}
    </>
  )
}
