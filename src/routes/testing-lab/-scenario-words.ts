import { formatCount } from '../../ui/numbers'

/** Every text of one scenario: its panel, and the form that writes or changes it. */
export const words = {
  unknownTitle: (id: string) => `Scenario ${id}`,
  unknownText: 'Neither this browser nor the service knows this scenario. Add it by its id to keep it here.',
  idOnly: 'Only its id is known here, because the service does not report its content.',
  id: 'Scenario id',
  agent: 'Agent',
  instructions: 'Instructions',
  firstMessage: 'First message',
  expected: 'Expected outcome',
  noExpected: 'None, so the run cannot be judged',
  tags: 'Tags',
  runs: 'Runs',
  moreRuns: (count: number) => `and ${formatCount(count)} more`,
  personality: 'Personality',
  language: 'Language',
  generatedBy: 'Made by',
  created: 'Created',
  changed: 'Changed',
  run: 'Run',
  edit: 'Edit scenario',
  kept: 'Kept in this browser',
  keptHint: 'Tags and note stay here and are never sent. Runs can be chosen by these tags, too.',
  keptTags: 'Tags stored here',
  note: 'Note',
  keep: 'Keep',
  keptDone: 'Tags and note saved',
  form: {
    doubt: {
      title: 'It is not known whether the scenario was saved',
      text: 'Look at the list before you send it again.',
    },
  },
}
