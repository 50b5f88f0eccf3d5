import type { UseFormReturn } from 'react-hook-form'
import { placesOf, renameVariable, VARIABLE_NAME } from '../../contract/placeholders'
import type { SpokenPath } from '../../contract/version-content'
import type { VariableRow } from '../../ui/fields/rows-fields'
import { countOf } from '../../ui/numbers'
import type { Rename, TextChange, TextHandle } from '../../ui/prompt-editor/text-handle'
import { useFormToast } from '../-shared/send-form'
import { type AgentFormValues, type FormPath, formFields } from './-agent-form'

/** The changes that give a variable another name in a text, and those that take exactly them back. */
export function renamingOf(text: string, { from, to }: Rename): { there: TextChange[]; back: TextChange[] } {
  const places = placesOf(text, from)
  return {
    there: places.map((place) => ({ ...place, text: to })),
    back: places.map(({ start }, index) => {
      const moved = start + index * (to.length - from.length)
      return { start: moved, end: moved + to.length, text: from }
    }),
  }
}

/** The texts beside the prompt in which variables may stand. */
const MESSAGES = formFields.flatMap(([path, { kind }]) =>
  kind === 'spoken' ? [path as Extract<FormPath, SpokenPath>] : [],
)

/** Keeps the variables table and the texts in step (D143). `handle`: the text of the prompt as it stands now. */
export function useRename(form: UseFormReturn<AgentFormValues>, handle: () => TextHandle | null) {
  const toast = useFormToast()
  const write = { shouldDirty: true, shouldTouch: true } as const
  const prompt = () => handle()?.text() ?? form.getValues('prompt.system')
  const messages = () => MESSAGES.map((path) => form.getValues(path))
  const countIn = (texts: readonly string[], name: string) =>
    texts.reduce((count, text) => count + placesOf(text, name).length, 0)
  const rows = () => form.getValues('prompt.variables')
  const renameRow = ({ from, to }: Rename) => {
    const index = rows().findIndex(({ name }) => name.trim() === from)
    if (index >= 0) form.setValue(`prompt.variables.${index}.name`, to, write)
  }
  const writeMessages = (texts: readonly string[]) => {
    for (const [index, path] of MESSAGES.entries())
      if (texts[index] !== form.getValues(path)) form.setValue(path, texts[index] ?? '', write)
  }
  const renameInMessages = ({ from, to }: Rename) =>
    writeMessages(messages().map((text) => renameVariable(text, from, to)))

  const declare = (names: readonly string[]) =>
    form.setValue(
      'prompt.variables',
      [...rows(), ...names.map((name) => ({ name, required: true, defaultValue: '' }))],
      { shouldDirty: true },
    )

  /** The history of the editor went over a rename: what stands elsewhere follows. A row that is used or was filled in since it was declared stays. */
  const follow = (rename: Rename) => {
    const { from, to } = rename
    if (from === '') {
      if (rows().every(({ name }) => name.trim() !== to)) declare([to])
    } else if (to === '') {
      if (countIn([prompt(), ...messages()], from) > 0) return
      const isAsDeclared = ({ name, required, defaultValue }: VariableRow) =>
        name === from && required && defaultValue === ''
      form.setValue(
        'prompt.variables',
        rows().filter((row) => !isAsDeclared(row)),
        write,
      )
    } else {
      renameRow(rename)
      renameInMessages(rename)
    }
  }

  /** A row was left with another name. False: that is no name to rename to. */
  const rowRenamed = (from: string, to: string): boolean => {
    if (!VARIABLE_NAME.test(to)) return false
    const target = handle()
    const before = messages()
    const others = rows().some(({ name }) => name.trim() === from)
    const { there, back } = renamingOf(prompt(), { from, to })
    const places = there.length + countIn(before, from)
    // Another row still declares the old name; or nothing uses it.
    if (others || places === 0) return true
    if (there.length > 0) target?.change(there, { from, to })
    const after = target?.text()
    renameInMessages({ from, to })
    const messagesAfter = messages().join('\0')
    toast({
      title: `${from} is now ${to}, in ${countOf(places, 'place')} too`,
      action: {
        label: 'Undo',
        onSelect: () => {
          const now = handle()
          const undone = { from: to, to: from }
          // Written on meanwhile: then every place of the new name is meant.
          const changes = now?.text() === after ? back : renamingOf(now?.text() ?? '', undone).there
          if (changes.length > 0) now?.change(changes, undone)
          if (messages().join('\0') === messagesAfter) writeMessages(before)
          else renameInMessages(undone)
          renameRow(undone)
          toast({ title: `${to} is ${from} again` })
        },
      },
    })
    return true
  }

  /** A row was taken away: what is used may stay declared. */
  const rowRemoved = (row: AgentFormValues['prompt']['variables'][number], index: number) => {
    const name = row.name.trim()
    const count = countIn([prompt(), ...messages()], name)
    if (count === 0 || rows().some((other) => other.name.trim() === name)) return
    toast({
      title: `${name} is still used in ${countOf(count, 'place')}`,
      message: 'Without its declaration the braces may be spoken as they stand.',
      tone: 'bad',
      action: {
        label: 'Undo',
        onSelect: () => form.setValue('prompt.variables', rows().toSpliced(index, 0, row), write),
      },
    })
  }

  return { rowRenamed, rowRemoved, follow, declare }
}
