import { countOf } from '../../ui/numbers'

const list = (names: readonly string[]) => names.join(', ')

/** Every text about where a new agent starts from: templates, files, another agent. */
export const words = {
  title: 'Start with',
  hint: 'A template, a file, or an empty form. Nothing is sent.',
  templates: {
    blank: 'Blank',
    reception: 'Inbound reception',
    reminder: 'Outbound reminder',
    knowledge: 'Knowledge answerer',
  },
  applied: (name: string) => `The form starts from: ${name}`,
  undo: 'Undo',
  templateFailed: 'The template could not be loaded. What you typed is as it was.',
  importJson: 'Import JSON',
  exportJson: 'Export JSON',
  import: {
    done: (name: string) => `${name} was read into the form`,
    failed: (name: string) => `${name} could not be used`,
    kept: 'What you typed is as it was.',
    noJson: 'This is no JSON file.',
    noObject: 'A file of an agent is one JSON object.',
    otherFormat: (format: string) => `This file is marked as "${format}", not as an agent of this console.`,
    newer: (version: string) => `A newer console wrote this file (format version ${version}).`,
    noAgent: 'There is no agent in this file: neither one that this console exported nor a creation request.',
    tooBig: 'Larger than 1 MB; a request can never be that large.',
    unreadable: 'The browser could not read this file.',
    unknown: (names: readonly string[]) =>
      `${countOf(names.length, 'field')} of the file ${names.length === 1 ? 'has' : 'have'} no place here and ${names.length === 1 ? 'was' : 'were'} left out: ${list(names)}.`,
    unfit: (names: readonly string[]) =>
      `Not of the kind that belongs there, and left empty: ${list(names)}.`,
  },
  from: {
    reading: 'Reading what was sent when the version was created',
    copyOf: (name: string) => `${name} copy`,
    note: (name: string) => `Begun as a duplicate of ${name}. Nothing is shared with it.`,
    nothingTitle: 'Nothing to duplicate is known',
    nothing:
      'This browser does not know what was sent when that version was created, and the service did not tell it either. The form is empty; a file can be imported.',
  },
}
