import type { ReactNode } from 'react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { PLACEHOLDER } from '../../contract/placeholders'
import { versionFields } from '../../contract/version-fields'
import { Button } from '../../ui/button'
import { VariablesField } from '../../ui/fields/rows-fields'
import { countOf, formatCount } from '../../ui/numbers'
import { PromptField } from '../../ui/prompt-editor/prompt-field'
import type { Rename, TextFinding, TextHandle } from '../../ui/prompt-editor/text-handle'
import { late } from '../-shared/late'
import type { AgentFormValues } from './-agent-form'
import { type Findings, findingsInPrompt, PROMPT_PLACE } from './-findings'
import { useRename } from './-use-rename'

const PromptPreview = late(async () => (await import('./-prompt-preview')).PromptPreview)

const { 'prompt.system': promptField, 'prompt.variables': variablesField } = versionFields

/** The form of a version, and what is at work on its prompt. */
export interface VersionFieldsProps {
  readonly form: UseFormReturn<AgentFormValues>
  readonly findings: Findings
  /** Somebody is at work on this form: the editor may load. */
  readonly wake: boolean
  readonly handle: React.RefObject<TextHandle | null>
  /** Whose test values the preview has. */
  readonly valuesOf: string
  readonly onWriting: (at: number | null) => void
}

/** The system prompt in its editor, what does not fit in it, a preview, and the variables it uses. */
export function PromptFields({
  form,
  findings: { all, prompt: judged },
  wake,
  handle,
  valuesOf,
  onWriting,
}: VersionFieldsProps) {
  const { control } = form
  const prompt = useWatch({ control, name: 'prompt' })
  const [isPreviewed, setPreviewed] = useState(false)
  const target = () => handle.current
  const { rowRenamed, rowRemoved, follow, declare } = useRename(form, target)
  const added = useRef(declare)
  const findings = useMemo(() => findingsInPrompt(all, (name) => added.current([name])), [all])
  const missing = useMemo(() => {
    const used = all.filter(({ place, kind }) => place === PROMPT_PLACE && kind === 'undeclared')
    return [...new Set(used.map(({ name }) => name))]
  }, [all])
  const completions = prompt.variables
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, required }) => ({
      name: name.trim(),
      detail: required ? 'required' : undefined,
    }))
  return (
    <>
      <PromptField
        control={control}
        name="prompt.system"
        label={promptField.label}
        hint={promptField.hint}
        required
        rows={14}
        max={promptField.max}
        wake={wake || prompt.system !== ''}
        marks={PLACEHOLDER}
        completions={completions}
        findings={findings}
        findingsOf={judged}
        onRenamed={follow}
        onWriting={onWriting}
        handle={handle}
        below={
          <PromptFindings
            findings={findings}
            text={judged}
            handle={target}
            missing={missing}
            declare={(names) => added.current(names)}
            size={<Size text={prompt.system} />}
          />
        }
      />
      <details
        open={isPreviewed}
        onToggle={(event) => setPreviewed(event.currentTarget.open)}
        className="rounded-md border border-line px-3 py-2"
      >
        <summary className="font-semibold">Preview with test values</summary>
        <div className="pt-2">{isPreviewed && <PromptPreview control={control} valuesOf={valuesOf} />}</div>
      </details>
      <VariablesField
        control={control}
        name="prompt.variables"
        label={variablesField.label}
        hint={variablesField.hint}
        onRenamed={rowRenamed}
        onRemoved={rowRemoved}
        note={({ name }) =>
          all
            .filter((each) => each.place === undefined && each.name === name.trim())
            .map(({ message }) => message)
            .join(' ')
        }
      />
    </>
  )
}

/** How long the prompt is. Counting tokens exactly would take the model's own list of them. */
function Size({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  const tokens = useMemo(() => estimateTokens(shown), [shown])
  return (
    <span className="text-ink-muted">
      {countOf(shown.length, 'character')}, about {formatCount(tokens)} tokens (estimate)
    </span>
  )
}

/** Characters of scripts that are written without spaces; models mostly take one token for each. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu

/** Other characters that make one token, on average. */
const CHARACTERS_PER_TOKEN = 4

/** About how many tokens a text is: one for every four characters, one for each of a dense script (D142). */
export function estimateTokens(text: string): number {
  const dense = text.match(DENSE)?.length ?? 0
  return Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN) + dense
}

/** More than these are not listed; mending some brings up the next. */
const MOST = 8

/**
 * What was found in the prompt: said when it changes, and a list that leads to each place and offers what mends it. It stands in the frame of the
 * text and takes its room from there: nothing of the form moves while somebody types (D210).
 */
function PromptFindings({
  findings,
  text,
  handle,
  missing,
  declare,
  size,
}: {
  findings: readonly TextFinding[]
  /** The text they were found in. */
  text: string
  handle: () => TextHandle | null
  /** Every variable that is used and not declared. */
  missing: readonly string[]
  declare: (names: readonly string[]) => void
  /** How long the text is. */
  size: ReactNode
}) {
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const doubts = findings.length - errors
  const summary = [errors > 0 && countOf(errors, 'mistake'), doubts > 0 && countOf(doubts, 'doubt')]
    .filter(Boolean)
    .join(' and ')
  const shown = findings.slice(0, MOST)
  const mend = ({ start, end, more = [] }: TextFinding, insert: string, rename?: Rename) => {
    const target = handle()
    if (!target) return false
    const now = target.text()
    const places = [{ start, end }, ...more]
    // Typed on meanwhile: the places are others now.
    if (places.some((each) => now.slice(each.start, each.end) !== text.slice(each.start, each.end)))
      return false
    target.change(
      places.map((each) => ({ ...each, text: insert })),
      rename,
    )
    target.select(start, start + insert.length)
    return true
  }
  const place = useRef<HTMLElement>(null)
  /** The button that was pressed last, and of which finding. */
  const pressed = useRef<{ button: HTMLElement; at: number }>(undefined)
  // The button goes with what it mended, and the focus would go with it.
  useEffect(() => {
    const { button, at = 0 } = pressed.current ?? {}
    if (!button || button.isConnected) return
    pressed.current = undefined
    if (document.activeElement !== document.body) return
    const rest = place.current?.querySelectorAll<HTMLElement>('li > button:first-of-type') ?? []
    const next = rest[Math.min(at, rest.length - 1)]
    if (next) next.focus()
    else handle()?.focus()
  })
  return (
    <section
      ref={place}
      aria-label="Findings in the prompt"
      // No box of its own: that would move when the list comes.
      className="contents text-sm"
    >
      {shown.length > 0 && (
        <ul className="flex max-h-32 shrink-0 flex-col divide-y divide-line overflow-auto border-t border-line bg-surface">
          {shown.map((finding, at) => (
            <li
              key={`${finding.start} ${finding.message}`}
              className="flex flex-wrap items-center gap-x-2 gap-y-1 px-2 py-1"
            >
              <span className="min-w-0 grow basis-96 break-words">{finding.message}</span>
              <Button size="sm" onClick={() => handle()?.select(finding.start, finding.end)}>
                Go to it
              </Button>
              {finding.fixes.map(({ label, insert, run, rename }) => (
                <Button
                  key={label}
                  size="sm"
                  className="max-w-full overflow-hidden"
                  onClick={({ currentTarget }) => {
                    pressed.current = { button: currentTarget, at }
                    if (insert === undefined || mend(finding, insert, rename)) run?.()
                  }}
                >
                  {label}
                </Button>
              ))}
            </li>
          ))}
          {findings.length > MOST && (
            <li className="px-2 py-1 text-ink-muted">and {findings.length - MOST} more</li>
          )}
        </ul>
      )}
      {/* On a phone it has two lines at once. */}
      <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-surface px-2 py-1 max-sm:min-h-[3.75rem] max-sm:content-end">
        <p role="status" className={errors > 0 ? 'text-bad' : 'text-ink-muted'}>
          {findings.length > 0
            ? `${summary} in the prompt.`
            : text.includes('{{')
              ? 'Every variable of the prompt is declared.'
              : ''}
        </p>
        {missing.length > 1 && (
          <Button
            size="sm"
            onClick={({ currentTarget }) => {
              pressed.current = { button: currentTarget, at: 0 }
              declare(missing)
            }}
          >
            Declare all {missing.length}
          </Button>
        )}
        <span className="ml-auto">{size}</span>
      </div>
    </section>
  )
}
