import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { BODY_BYTES_MAX } from '../../contract/console-info'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { countOf } from '../../ui/numbers'
import type { TemplateName } from './-agent-file'
import type { AgentFormValues } from './-agent-form'
import { useFormToast } from './-use-rename'

const TEMPLATE_NAMES: Readonly<Record<TemplateName, string>> = {
  blank: 'Blank',
  reception: 'Inbound reception',
  reminder: 'Outbound reminder',
  knowledge: 'Knowledge answerer',
}
const names = Object.keys(TEMPLATE_NAMES) as TemplateName[]

const leftOut = (fields: readonly string[]) => {
  const [has, was] = fields.length === 1 ? ['has', 'was'] : ['have', 'were']
  return `${countOf(fields.length, 'field')} of the file ${has} no place here and ${was} left out: ${fields.join(', ')}.`
}

/** What came of an import: what was left out, or why nothing was taken. */
type Outcome = { tone: 'error' | 'warn'; title: string; lines: readonly string[] }

/** What was typed while a template was on its way is newer than the template. */
function keepTyped(asked: AgentFormValues, now: AgentFormValues, template: AgentFormValues): AgentFormValues {
  const typed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(asked[name as keyof AgentFormValues]),
  )
  return { ...template, ...Object.fromEntries(typed) }
}

/** Fills the form from a template or a file, with a way back, and writes it into a file. */
export function StartFrom({ form }: { form: UseFormReturn<AgentFormValues> }) {
  const chooser = useRef<HTMLInputElement>(null)
  const toast = useFormToast()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const fill = (values: AgentFormValues, title: string) => {
    const before = structuredClone(form.getValues())
    form.reset(values, { keepDefaultValues: true })
    toast({
      title,
      action: { label: 'Undo', onSelect: () => form.reset(before, { keepDefaultValues: true }) },
    })
  }
  const start = async (name: TemplateName) => {
    setOutcome(null)
    const asked = structuredClone(form.getValues())
    try {
      const { applyTemplate } = await import('./-agent-file')
      const values = keepTyped(asked, form.getValues(), applyTemplate(name, form.getValues()))
      fill(values, `The form starts from: ${TEMPLATE_NAMES[name]}`)
    } catch {
      setOutcome({
        tone: 'error',
        title: 'The template could not be loaded. What you typed is as it was.',
        lines: [],
      })
    }
  }
  const refuse = (file: File, reason: string) =>
    setOutcome({
      tone: 'error',
      title: `${file.name} could not be used`,
      lines: [reason, 'What you typed is as it was.'],
    })
  const take = async (file: File) => {
    setOutcome(null)
    if (file.size > BODY_BYTES_MAX)
      return refuse(file, 'Larger than 1 MB; a request can never be that large.')
    try {
      const [{ readAgentFile }, text] = await Promise.all([import('./-agent-file'), file.text()])
      const read = readAgentFile(text)
      if ('problem' in read) return refuse(file, read.problem)
      fill(read.values, `${file.name} was read into the form`)
      const lines = [
        ...(read.unknown.length > 0 ? [leftOut(read.unknown)] : []),
        ...(read.unfit.length > 0
          ? [`Not of the kind that belongs there, and left empty: ${read.unfit.join(', ')}.`]
          : []),
      ]
      if (lines.length > 0) setOutcome({ tone: 'warn', title: `${file.name} was read into the form`, lines })
    } catch {
      refuse(file, 'The browser could not read this file.')
    }
  }
  const save = async () => {
    const [{ agentFileName, writeAgentFile }, { saveFile }] = await Promise.all([
      import('./-agent-file'),
      import('../-shared/save-file'),
    ])
    const values = form.getValues()
    saveFile(agentFileName(values.name), [writeAgentFile(values)], 'application/json')
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {names.map((name) => (
          <Button key={name} size="sm" onClick={() => void start(name)}>
            {TEMPLATE_NAMES[name]}
          </Button>
        ))}
        <Button size="sm" icon={Upload} onClick={() => chooser.current?.click()}>
          Import JSON
        </Button>
        <Button size="sm" icon={Download} onClick={() => void save()}>
          Export JSON
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // The same file once more is a choice too.
            event.target.value = ''
            if (file) void take(file)
          }}
        />
      </div>
      {outcome && (
        <Notice tone={outcome.tone} title={outcome.title} onDismiss={() => setOutcome(null)}>
          {outcome.lines.map((line) => (
            <p key={line} className="break-words">
              {line}
            </p>
          ))}
        </Notice>
      )}
    </div>
  )
}
