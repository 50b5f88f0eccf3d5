import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { BODY_BYTES_MAX } from '../../contract/console-info'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { saveFile } from '../-shared/save-file'
import type { AgentFormValues } from './-agent-form'
import { words } from './-start-words'
import { useFormToast } from './-use-form-toast'

const names = Object.keys(words.templates) as (keyof typeof words.templates)[]

/** What came of an import: what was left out, or why nothing was taken. */
type Told = { tone: 'error' | 'warn'; title: string; lines: readonly string[] }

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
  const [told, setTold] = useState<Told | null>(null)
  const fill = (values: AgentFormValues, title: string) => {
    const before = structuredClone(form.getValues())
    form.reset(values, { keepDefaultValues: true })
    toast({
      title,
      action: { label: words.undo, onSelect: () => form.reset(before, { keepDefaultValues: true }) },
    })
  }
  const start = async (name: (typeof names)[number]) => {
    setTold(null)
    const asked = structuredClone(form.getValues())
    try {
      const { applyTemplate } = await import('./-templates')
      const values = keepTyped(asked, form.getValues(), applyTemplate(name, form.getValues()))
      fill(values, words.applied(words.templates[name]))
    } catch {
      setTold({ tone: 'error', title: words.templateFailed, lines: [] })
    }
  }
  const refuse = (file: File, reason: string) =>
    setTold({ tone: 'error', title: words.import.failed(file.name), lines: [reason, words.import.kept] })
  const take = async (file: File) => {
    setTold(null)
    if (file.size > BODY_BYTES_MAX) return refuse(file, words.import.tooBig)
    try {
      const [{ readAgentFile }, text] = await Promise.all([import('./-agent-file'), file.text()])
      const read = readAgentFile(text)
      if ('problem' in read) return refuse(file, read.problem)
      fill(read.values, words.import.done(file.name))
      const lines = [
        ...(read.unknown.length > 0 ? [words.import.unknown(read.unknown)] : []),
        ...(read.unfit.length > 0 ? [words.import.unfit(read.unfit)] : []),
      ]
      if (lines.length > 0) setTold({ tone: 'warn', title: words.import.done(file.name), lines })
    } catch {
      refuse(file, words.import.unreadable)
    }
  }
  const save = async () => {
    const { agentFileName, writeAgentFile } = await import('./-agent-file')
    const values = form.getValues()
    saveFile(agentFileName(values.name), [writeAgentFile(values)], 'application/json')
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {names.map((name) => (
          <Button key={name} size="sm" onClick={() => void start(name)}>
            {words.templates[name]}
          </Button>
        ))}
        <Button size="sm" icon={Upload} onClick={() => chooser.current?.click()}>
          {words.importJson}
        </Button>
        <Button size="sm" icon={Download} onClick={() => void save()}>
          {words.exportJson}
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
      {told && (
        <Notice tone={told.tone} title={told.title} onDismiss={() => setTold(null)}>
          {told.lines.map((line) => (
            <p key={line} className="break-words">
              {line}
            </p>
          ))}
        </Notice>
      )}
    </div>
  )
}
