import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { type FieldPath, type UseFormReturn, useFormState } from 'react-hook-form'
import type { VariableFinding } from '../../contract/variable-lint'
import { Button } from '../../ui/button'
import { type FormError, FormShell } from '../../ui/fields/form'
import { Notice } from '../../ui/notice'
import { Page } from '../../ui/page'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { useAfterPress } from '../../ui/use-after-press'
import { useDraft } from '../-shared/draft'
import { useLeaveGuard } from '../-shared/leave-guard'
import { VersionFields } from './-agent-fields'
import { type AgentFormValues, loadJudge } from './-agent-form'
import { type Findings, PROMPT_PLACE } from './-findings'
import { words } from './-new-agent-words'

const AgentSummary = lazy(async () => ({ default: (await import('./-agent-summary')).AgentSummary }))

const NOTHING_FOUND: Findings = { prompt: '', all: [], toolsUnread: false }

/**
 * The screen of a form that makes a version: the fields of the version, its summary beside, a draft that outlives a reload, and the question before
 * leaving. What comes before those fields, and what is sent, is the caller's.
 * - `onSubmit`: as of FormShell; `draft`: the name it is kept under; `aside`: more beside the form
 */
export function AgentFormScreen({
  form,
  defaults,
  draft: draftName,
  title,
  context,
  back,
  submitLabel,
  pending,
  error,
  onSubmit,
  actions,
  aside,
  children,
}: {
  form: UseFormReturn<AgentFormValues>
  defaults: AgentFormValues
  draft: string
  title: string
  context: ReactNode
  back: ReactNode
  submitLabel: string
  pending: boolean
  error: FormError | null
  /** `clearDraft` is to be called when the service took it. */
  onSubmit: (values: AgentFormValues, clearDraft: () => void) => unknown
  actions: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  const { control } = form
  const { isDirty } = useFormState({ control })
  const draft = useDraft(form, draftName, defaults)
  useLeaveGuard(isDirty, { onDiscard: draft.clear })
  const handle = useRef<TextHandle>(null)
  const [findings, setFindings] = useState(NOTHING_FOUND)
  const [writingAt, setWritingAt] = useState<number | null>(null)
  const afterPress = useAfterPress()
  const [touched, setTouched] = useState(false)
  // As soon as somebody is at work, or there is something to be looked at: then all is there when the console's server no longer is (D145).
  const awake = touched || draft.restored || defaults.prompt.system !== ''
  useEffect(() => {
    if (awake) loadJudge().catch(() => undefined)
  }, [awake])
  const jump = (finding: VariableFinding) => jumpTo(form, handle.current, finding)
  return (
    <Page
      title={title}
      context={context}
      back={back}
      aside={
        <>
          {aside}
          {awake && (
            <Suspense>
              <AgentSummary
                control={control}
                writingAt={writingAt}
                onFindings={(found) => afterPress(() => setFindings(found))}
                onJump={jump}
              />
            </Suspense>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever has turned to any field will come to the prompt */}
      <div onFocus={() => setTouched(true)} onPointerDown={() => setTouched(true)}>
        <FormShell
          form={form}
          label={title}
          onSubmit={(values) => onSubmit(values, draft.clear)}
          pending={pending}
          error={error}
          submitLabel={submitLabel}
          actions={actions}
        >
          {draft.restored && (
            <Notice
              title={words.restored}
              action={<Button onClick={draft.startOver}>{words.startOver}</Button>}
            />
          )}
          {children}
          <VersionFields
            form={form}
            findings={findings}
            wake={awake}
            handle={handle}
            onWriting={setWritingAt}
          />
        </FormShell>
      </div>
    </Page>
  )
}

/** To the place of a finding: in the prompt, in another field, or at the row of the variable. */
function jumpTo(
  form: UseFormReturn<AgentFormValues>,
  prompt: TextHandle | null,
  finding: VariableFinding,
): void {
  const { place, start, end, name } = finding
  if (place === PROMPT_PLACE) {
    prompt?.select(start ?? 0, end ?? 0)
    return
  }
  const row = form.getValues('prompt.variables').findIndex((each) => each.name.trim() === name)
  const path = place ?? `prompt.variables.${row}.name`
  form.setFocus(path as FieldPath<AgentFormValues>)
  // The form moves the focus in a task of its own.
  setTimeout(() => {
    const field = document.activeElement
    if (place && field instanceof HTMLTextAreaElement) field.setSelectionRange(start ?? 0, end ?? 0)
  })
}
