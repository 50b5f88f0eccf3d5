import { shortenId } from '../../ui/short-id'

/** What there is to call a version by. */
interface Version {
  readonly versionId: string
  readonly number?: number
  readonly label?: string
}

/** "Version 4"; without a number its label, else its id alone, which may say itself that it is a version's: "version-7" (D876). */
export const versionTitle = ({ versionId, number, label }: Version): string =>
  number === undefined ? label || shortenId(versionId) : `Version ${number}`

/** With its label beside its number: "Version 4, spring campaign". */
export const nameOf = (version: Version): string =>
  version.number !== undefined && version.label
    ? `${versionTitle(version)}, ${version.label}`
    : versionTitle(version)

/** The same in a sentence: "version 4, spring campaign". What else it is called keeps its letters. */
export const inSentence = (title: string): string => title.replace(/^Version (?=\d)/, 'version ')
