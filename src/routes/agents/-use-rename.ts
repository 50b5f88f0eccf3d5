import type { UseFormReturn } from 'react-hook-form'
import { placeholdersIn, renameVariable, VARIABLE_NAME } from '../../contract/placeholders'
import type { Rename, TextChange, TextHandle } from '../../ui/prompt-editor/text-handle'
import type { AgentFormValues } from './-agent-form'
import { words } from './-finding-words'
import { useFormToast } from './-use-form-toast'

const placesOf = (text: string, name: string) =>
  placeholdersIn(text).filter((each) => each.fault === undefined && each.name === name)

/** The changes that give a variable another name in a text, and those that take exactly them back. */
export function renamingOf(text: string, { from, to }: Rename): { there: TextChange[]; back: TextChange[] } {
  const there: TextChange[] = []
  const back: TextChange[] = []
  for (const { start: braces } of placesOf(text, from)) {
    const start = text.indexOf(from, braces + 2)
    const shift = there.length * (to.length - from.length)
    there.push({ start, end: start + from.length, text: to })
    back.push({ start: start + shift, end: start + shift + to.length, text: from })
  }
  return { there, back }
}

/** Keeps the variables table and the texts in step (D143). `handle`: the text of the prompt as it stands now. */
export function useRename(form: UseFormReturn<AgentFormValues>, handle: () => TextHandle | null) {
  const toast = useFormToast()
  const write = { shouldDirty: true, shouldTouch: true } as const
  const renameRow = ({ from, to }: Rename) => {
    const rows = form.getValues('prompt.variables')
    const index = rows.findIndex(({ name }) => name.trim() === from)
    if (index >= 0) form.setValue(`prompt.variables.${index}.name`, to, write)
  }
  const renameVoicemail = ({ from, to }: Rename) => {
    const text = form.getValues('voicemailMessage')
    const renamed = renameVariable(text, from, to)
    if (renamed !== text) form.setValue('voicemailMessage', renamed, write)
  }

  /** The history of the editor went over a rename: what stands elsewhere follows. */
  const follow = (rename: Rename) => {
    renameRow(rename)
    renameVoicemail(rename)
  }

  /** A row was left with another name. False: that is no name to rename to. */
  const rowRenamed = (from: string, to: string): boolean => {
    if (!VARIABLE_NAME.test(to)) return false
    const target = handle()
    const text = target?.text() ?? form.getValues('prompt.system')
    const voicemail = form.getValues('voicemailMessage')
    const others = form.getValues('prompt.variables').some(({ name }) => name.trim() === from)
    const { there, back } = renamingOf(text, { from, to })
    const spoken = placesOf(voicemail, from).length
    // Another row still declares the old name; or nothing uses it.
    if (others || there.length + spoken === 0) return true
    if (there.length > 0) target?.change(there, { from, to })
    const after = target?.text()
    renameVoicemail({ from, to })
    const spokenAfter = form.getValues('voicemailMessage')
    toast({
      title: words.renamed(from, to, there.length + spoken),
      action: {
        label: words.undo,
        onSelect: () => {
          const now = handle()
          const undone = { from: to, to: from }
          // Written on meanwhile: then every place of the new name is meant.
          const changes = now?.text() === after ? back : renamingOf(now?.text() ?? '', undone).there
          if (changes.length > 0) now?.change(changes, undone)
          if (form.getValues('voicemailMessage') === spokenAfter)
            form.setValue('voicemailMessage', voicemail, write)
          else renameVoicemail(undone)
          renameRow(undone)
          toast({ title: words.undone(to, from) })
        },
      },
    })
    return true
  }

  /** A row was taken away: what is used may stay declared. */
  const rowRemoved = (row: AgentFormValues['prompt']['variables'][number], index: number) => {
    const name = row.name.trim()
    const rows = form.getValues('prompt.variables')
    const text = handle()?.text() ?? form.getValues('prompt.system')
    const count = placesOf(text, name).length + placesOf(form.getValues('voicemailMessage'), name).length
    if (count === 0 || rows.some((other) => other.name.trim() === name)) return
    toast({
      title: words.removed(name, count),
      message: words.removedText,
      tone: 'bad',
      action: {
        label: words.undo,
        onSelect: () =>
          form.setValue(
            'prompt.variables',
            form.getValues('prompt.variables').toSpliced(index, 0, row),
            write,
          ),
      },
    })
  }

  return { rowRenamed, rowRemoved, follow }
}
