import { countOf } from '../../ui/numbers'

/** Every text about evidence of tests. */
export const words = {
  title: 'Test evidence',
  hint: 'What test runs of this version showed, as the service told it or somebody entered it.',
  all: (count: number) => `Show all ${count}`,
  none: 'No test run of this version is known here.',
  add: 'Enter test result',
  run: (name: string | undefined, id: number | undefined) =>
    [name ?? 'Test run', id !== undefined && `(${id})`].filter(Boolean).join(' '),
  counts: ({ passed, failed, total }: { passed?: number; failed?: number; total?: number }) =>
    [
      passed !== undefined && `${passed} passed`,
      failed !== undefined && `${failed} failed`,
      total !== undefined && `of ${countOf(total, 'conversation')}`,
    ]
      .filter(Boolean)
      .join(', '),
  from: { 'entered by hand': 'entered by hand', service: 'from the service' },
  remove: (run: string) => `Remove the result of ${run}`,
  removed: 'The test result was removed',
  undo: 'Undo',

  form: {
    title: 'Enter test result',
    text: 'Nothing is sent. This browser keeps the result with the version, and shows it before the version is deployed.',
    verdict: 'Verdict',
    verdictHint: 'Unclear: it ended, and nobody can say that it passed or failed.',
    runName: 'Run name',
    runId: 'Run id',
    runIdHint: 'The whole number that the testing lab gave the run.',
    at: 'When it ended',
    passed: 'Passed',
    failed: 'Failed',
    total: 'Conversations',
    note: 'Note',
    submit: 'Keep result',
    done: 'The test result was kept',
    whole: (label: string) => `${label} must be a whole number, 0 or more`,
    tooFew: 'There cannot be fewer conversations than passed and failed together',
    time: 'Give day and time of the run, such as 2026-05-12 14:30',
    future: 'The run cannot have ended in the future',
  },
}
