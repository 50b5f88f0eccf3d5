import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { BODY_BYTES_MAX } from '../../contract/console-info'
import { collectionQueries } from '../../queries/collections'
import { infoQueries } from '../../queries/info'
import { Button } from '../../ui/button'
import { FileButton } from '../../ui/file-button'
import { Notice } from '../../ui/notice'
import { carryOver } from '../-shared/draft'
import { useFormToast } from '../-shared/send-form'
import type { TemplateName } from './-agent-file'
import type { AgentFormValues } from './-agent-form'

const TEMPLATE_NAMES: Readonly<Record<TemplateName, string>> = {
  blank: 'Blank',
  reception: 'Inbound reception',
  reminder: 'Outbound reminder',
  knowledge: 'Knowledge answerer',
}
const COLLECTIONS = 'knowledgeBaseCollectionIds'
const names = Object.keys(TEMPLATE_NAMES) as TemplateName[]

/** Fills the form from a template or a file, with a way back. */
export function StartFrom({ form }: { form: UseFormReturn<AgentFormValues> }) {
  const toast = useFormToast()
  /** What came of an import: what was left out, or why nothing was taken. */
  const [outcome, setOutcome] = useState<{
    tone: 'error' | 'warn'
    title: string
    message: string
    /** Collections that this service does not have. */
    strangers?: readonly string[]
  }>()
  const refuse = (title: string, reason = '') =>
    setOutcome({ tone: 'error', title, message: `${reason}What you typed is as it was.` })
  const valuesNow = () => structuredClone(form.getValues())
  const reset = (values: AgentFormValues) => form.reset(values, { keepDefaultValues: true })
  const fill = (values: AgentFormValues, from: string) => {
    const before = valuesNow()
    reset(values)
    const filled = valuesNow()
    const undo = () => reset(carryOver(filled, form.getValues(), before))
    // One title: the toast takes the place of the one before, whose Undo would reach behind this.
    toast({ title: 'The form was filled in', message: from, action: { label: 'Undo', onSelect: undo } })
  }
  const { data: info } = useQuery(infoQueries.connection())
  const { data: collections } = useQuery(collectionQueries.list())
  const start = async (name: TemplateName) => {
    setOutcome(undefined)
    const asked = valuesNow()
    try {
      const { applyTemplate } = await import('./-agent-file')
      // What was typed while the template was on its way is newer than it.
      fill(
        carryOver(asked, form.getValues(), applyTemplate(name, asked, info?.samples)),
        TEMPLATE_NAMES[name],
      )
    } catch {
      refuse('The template could not be loaded.')
    }
  }
  const take = async (file: File) => {
    setOutcome(undefined)
    const unusable = (reason: string) => refuse(`${file.name} could not be used`, `${reason}\n`)
    if (file.size > BODY_BYTES_MAX) return unusable('Larger than 1 MB; a request can never be that large.')
    try {
      const [{ notTaken, readAgentFile, strangersOf }, text] = await Promise.all([
        import('./-agent-file'),
        file.text(),
      ])
      const read = readAgentFile(text)
      if ('problem' in read) return unusable(read.problem)
      fill(read.values, file.name)
      const strangers = strangersOf(read.values.knowledgeBaseCollectionIds, collections)
      const message = notTaken(read, strangers)
      if (message)
        setOutcome({ tone: 'warn', title: `Not all of ${file.name} fits here`, message, strangers })
    } catch {
      unusable('The browser could not read this file.')
    }
  }
  const leaveOut = (strangers: readonly string[] = []) => {
    const kept = form.getValues(COLLECTIONS).filter((id) => !strangers.includes(id))
    form.setValue(COLLECTIONS, kept, { shouldDirty: true })
    setOutcome(undefined)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        {names.map((name) => (
          <Button key={name} size="sm" onClick={() => void start(name)}>
            {TEMPLATE_NAMES[name]}
          </Button>
        ))}
        <FileButton
          label="Import JSON"
          variant="secondary"
          size="sm"
          accept={['.json', 'application/json']}
          onFiles={([file]) => file && void take(file)}
        />
      </div>
      {outcome && (
        <Notice
          {...outcome}
          action={
            outcome.strangers?.[0] && (
              <Button size="sm" onClick={() => leaveOut(outcome.strangers)}>
                Leave them out
              </Button>
            )
          }
          onDismiss={() => setOutcome(undefined)}
        />
      )}
    </div>
  )
}

/** Writes the form into a file that a further one can start from. */
export function ExportJson({ form }: { form: UseFormReturn<AgentFormValues> }) {
  const save = async () => {
    const [{ agentFileName, writeAgentFile }, { saveFile }] = await Promise.all([
      import('./-agent-file'),
      import('../-shared/save-file'),
    ])
    const values = form.getValues()
    saveFile(agentFileName(values.name), [writeAgentFile(values)], 'application/json')
  }
  return (
    <Button variant="link" onClick={() => void save()}>
      Export JSON
    </Button>
  )
}
