/** Which scenarios of a run are shown; all where none is named. Apart, as every screen reads the address of this one. */
export const SHOWN = ['not-passed', 'passed', 'open'] as const
export type Shown = (typeof SHOWN)[number]
