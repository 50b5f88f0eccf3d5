import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react'
import { type Control, type FieldPath, type UseFormReturn, useForm } from 'react-hook-form'
import type { Wire } from '../../contract/reply'
import type { VariableFinding } from '../../contract/variable-lint'
import { fieldsOf } from '../../contract/version-content'
import { Checkbox } from '../../ui/checkbox'
import { formDefaults } from '../../ui/fields/form'
import { Beside, Section } from '../../ui/page'
import type { TextHandle } from '../../ui/prompt-editor/text-handle'
import { mayWrite } from '../../ui/role'
import { useAfterPress } from '../../ui/use-after-press'
import { type Draft, useDraft } from '../-shared/draft'
import { lateWithin } from '../-shared/late'
import { SendForm } from '../-shared/send-form'
import { type AgentFormValues, agentResolver, loadJudge, placeErrors } from './-agent-form'
import { type Findings, PROMPT_PLACE } from './-findings'
import { Outline } from './-form-parts'
import type { VersionFieldsProps } from './-prompt-fields'

const AgentSummary = lateWithin(async () => (await import('./-agent-summary')).AgentSummary)

const NOTHING_FOUND: Findings = { prompt: '', all: [], toolsUnread: false }

/** What is sent, and what follows, as of `SendForm`. */
type Sending<Request, Reply> = Pick<
  ComponentProps<typeof SendForm<AgentFormValues, AgentFormValues, Request, Reply>>,
  'submit' | 'mutation' | 'operation' | 'check' | 'inDoubt' | 'isSeen' | 'wayOn' | 'onDone'
> & {
  /** `further`: as below, where the person wants it. */
  toRequest: (values: AgentFormValues, further: Wire | undefined) => Request
}

/**
 * A form that makes a version: the fields of the version and its summary beside. What comes before those fields, and what is sent, is the caller's.
 * - `start`: what it begins with, although the source may be read again; `draft`: the name it is stored under; `aside`: more beside the form
 * - `fields`: those of the version; `children`: what is above them; `withAgent`: those of the agent are among them
 * - `further`: fields of the version it starts from that the form does not have (D130)
 * - `bar(form, discard)`: beside the button that stays in sight, as `startOver` of the draft; `restored`: said of a draft that came back;
 *   `beside`: goes with the form outside of it; `valuesOf`: whose test values it has
 */
export function VersionForm<Request, Reply>({
  start,
  draft: draftName,
  label,
  fields: Fields,
  aside,
  bar,
  beside,
  valuesOf = draftName,
  further = {},
  toRequest,
  withAgent = false,
  restored = true,
  children,
  ...sending
}: Sending<Request, Reply> & {
  start: AgentFormValues
  draft: string
  label: string
  fields: ComponentType<VersionFieldsProps>
  aside?: (control: Control<AgentFormValues>) => ReactNode
  bar: (form: UseFormReturn<AgentFormValues>, discard: Draft['startOver']) => ReactNode
  beside?: (form: UseFormReturn<AgentFormValues>, prompt: () => TextHandle | null) => ReactNode
  valuesOf?: string
  further?: Wire
  withAgent?: boolean
  restored?: string | boolean
  children?: (form: UseFormReturn<AgentFormValues>, draft: Draft) => ReactNode
}) {
  const [begun] = useState(start)
  const form = useForm<AgentFormValues>({
    ...formDefaults,
    defaultValues: begun,
    resolver: agentResolver,
    context: begun,
  })
  const { control } = form
  const [{ system }] = useState(() => form.getValues('prompt'))
  const draft = useDraft(form, draftName, restored, label)
  const handle = useRef<TextHandle>(null)
  const [findings, setFindings] = useState(NOTHING_FOUND)
  const [writingAt, setWritingAt] = useState<number | null>(null)
  const afterPress = useAfterPress()
  const [takesOver, setTakesOver] = useState(true)
  const names = fieldsOf(further).map(({ path }) => path)
  const [touched, setTouched] = useState(false)
  // As soon as somebody is at work, or there is something to be looked at: then all is there when the console's server no longer is (D145).
  const awake = touched || draft.restored !== false || system !== ''
  useEffect(() => {
    if (awake) loadJudge().catch(() => undefined)
  }, [awake])
  const jump = (finding: VariableFinding) => jumpTo(form, handle.current, finding)
  // In the place of the summary, which comes with the first field that is turned to (D145).
  const unwritten = withAgent && mayWrite() && (
    <Section title="What will be sent" hint="Your entries in short, and variables that do not fit." />
  )
  return (
    <div className="flex flex-col gap-4">
      {/* Above both, where it has room for one line (D1016). */}
      {mayWrite() && <Outline withAgent={withAgent} />}
      <Beside
        aside={
          <>
            {aside?.(control)}
            {awake ? (
              <Suspense fallback={unwritten}>
                <AgentSummary
                  control={control}
                  withAgent={withAgent}
                  writingAt={writingAt}
                  onFindings={(found) => afterPress(() => setFindings(found))}
                  onJump={jump}
                />
              </Suspense>
            ) : (
              unwritten
            )}
          </>
        }
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: whoever has turned to any field will come to the prompt */}
        <div onFocus={() => setTouched(true)} onPointerDown={() => setTouched(true)}>
          <SendForm
            {...sending}
            // Without what the form does not show, the version is another one (D1022).
            check={takesOver ? sending.check : undefined}
            toRequest={(values) => toRequest(values, takesOver ? further : undefined)}
            form={form}
            label={label}
            bar={bar(form, draft.startOver)}
            place={placeErrors}
            draft={draft}
          >
            {children?.(form, draft)}
            {names.length > 0 && (
              <Checkbox
                label={`Also copy what this form does not show: ${names.join(', ')}`}
                checked={takesOver}
                onChange={setTakesOver}
              />
            )}
            <Fields
              form={form}
              findings={findings}
              wake={awake}
              handle={handle}
              valuesOf={valuesOf}
              onWriting={setWritingAt}
            />
          </SendForm>
        </div>
        {beside?.(form, () => handle.current)}
      </Beside>
    </div>
  )
}

/** To the place of a finding: in the prompt, in another field, or at the row of the variable. */
export function jumpTo(
  form: UseFormReturn<AgentFormValues>,
  prompt: TextHandle | null,
  { place, start, end, name }: Pick<VariableFinding, 'place' | 'start' | 'end' | 'name'>,
): void {
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
