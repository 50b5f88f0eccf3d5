import { countOf } from '../../ui/numbers'

/** The texts that all guided procedures share. */
export const words = {
  states: {
    done: 'Done',
    working: 'Working',
    person: 'Waits for you',
    trouble: 'Needs attention',
    next: 'Next',
    stopped: 'Stopped here',
    todo: 'To do',
  },
  outcomes: { sending: 'On its way', accepted: 'Done', refused: 'Refused', unknown: 'No answer' },
  earlier: (count: number) => `${countOf(count, 'earlier request')} not shown`,
  steps: 'Steps',
  next: 'What happens next',
  continue: 'Continue',
  stop: 'Stop here',
  stopping: 'Stopping',
  rollBack: 'Roll back',
  tryVersion: {
    call: 'Place call',
    callWith: (agent: string) => `Place call with ${agent}`,
    test: 'Test run',
    testWith: (agent: string) => `Test run with ${agent}`,
  },
}

export type StepState = keyof typeof words.states
