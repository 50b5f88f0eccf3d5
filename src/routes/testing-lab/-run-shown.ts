/** Which scenarios of a run are shown; all where none is said. Apart, because the address is read before the screen is loaded. */
export const SHOWN = ['not-passed', 'passed', 'open'] as const
export type Shown = (typeof SHOWN)[number]
