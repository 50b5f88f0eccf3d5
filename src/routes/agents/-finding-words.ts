import { countOf } from '../../ui/numbers'

/** Every text about variables that do not fit. */
export const words = {
  prompt: 'the system prompt',
  voicemail: 'the voicemail message',
  ofTool: (where: string, slug: string) => `${where} of the tool ${slug}`,

  changeTo: (text: string) => `Change to ${text}`,
  declare: (name: string) => `Declare ${name}`,
  close: 'Close it with }}',

  inPrompt: 'Findings in the prompt',
  none: 'Every variable of the prompt is declared.',
  count: (errors: number, others: number) => {
    const parts = [errors > 0 && countOf(errors, 'mistake'), others > 0 && countOf(others, 'doubt')]
    return `${parts.filter(Boolean).join(' and ')} in the prompt.`
  },
  goTo: 'Go to it',
  more: (count: number) => `and ${count} more`,

  all: 'Variables that do not fit',
  notes: 'Good to know about variables',
  toolsUnread: 'The texts of the attached tools are not checked: the tool list was not read.',
  jump: (message: string) => `Go to: ${message}`,

  renamed: (from: string, to: string, count: number) =>
    `${from} is now ${to}, in ${countOf(count, 'place')} too`,
  undone: (from: string, to: string) => `${from} is ${to} again`,
  undo: 'Undo',
  removed: (name: string, count: number) => `${name} is still used in ${countOf(count, 'place')}`,
  removedText: 'Without its declaration the braces may be spoken as they stand.',
}
