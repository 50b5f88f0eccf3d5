/** What somebody who is signed in may do: an operator everything, a viewer look. Absent where nobody signs in. */
export type Role = 'operator' | 'viewer' | undefined

/** Stands at the page's element, where the server wrote it, so that the first picture is right and styles can tell (D482). */
export const shownRole = () => globalThis.document?.documentElement.dataset.role as Role

/** Whether forms and what writes are shown. The server refuses a viewer's writes in any case. */
export const mayWrite = (): boolean => shownRole() !== 'viewer'

/** Stands where an operator finds what to do. */
export const LOOK_ONLY = 'You have read-only access.'

/** Whose record is meant: with sign-in what the console has of everybody, else what this browser has (D470). */
export const here = () => (shownRole() ? 'this console' : 'this browser')

/** The same at the beginning of a sentence. */
export const hereFirst = () => here().replace('t', 'T')
