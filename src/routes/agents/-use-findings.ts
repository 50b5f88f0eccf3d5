import { useDeferredValue, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { lintTexts } from '../../contract/variable-lint'
import type { AgentFormValues } from './-agent-form'
import { words } from './-finding-words'
import { type Findings, PROMPT_PLACE, VOICEMAIL_PLACE } from './-findings'
import { isBeingWritten } from './-text-findings'
import { textsOfTools } from './-tool-texts'
import { useTools } from './-use-tools'

/**
 * How the variables of prompt, voicemail message and attached tools stand, a moment after what was typed: never in the way of a key. What is
 * still being written at `writingAt` of the prompt is not judged yet.
 */
export function useFindings(control: Control<AgentFormValues>, writingAt: number | null): Findings {
  const [prompt, voicemail] = useWatch({ control, name: ['prompt', 'voicemailMessage'] })
  const { tools } = useTools()
  const system = useDeferredValue(prompt.system)
  const variables = useDeferredValue(prompt.variables)
  const spoken = useDeferredValue(voicemail)
  const attached = useDeferredValue(prompt.tools)
  const whole = useMemo(
    () => ({
      prompt: system,
      all: lintTexts(
        [
          { place: PROMPT_PLACE, label: words.prompt, text: system },
          { place: VOICEMAIL_PLACE, label: words.voicemail, text: spoken },
          ...textsOfTools(attached, tools ?? []),
        ],
        variables,
      ),
      toolsUnread: attached.length > 0 && !tools,
    }),
    [system, spoken, variables, attached, tools],
  )
  return useMemo(
    () => ({ ...whole, all: whole.all.filter((finding) => !isBeingWritten(finding, writingAt)) }),
    [whole, writingAt],
  )
}
