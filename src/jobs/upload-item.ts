import type { AddFileStep } from './add-file'

/** One document on its way, as a screen shows it. */
export interface UploadItem {
  readonly id: string
  readonly fileName: string
  /** Bytes. */
  readonly size: number
  readonly prompt?: string
  /**
   * `added`: the record is created; from then on the file list tells how far it is. `skipped`: its content is already there. Two are left by a
   * page that is gone: `unrecorded`, its content is up and its record may be missing; `interrupted`, its content is not, so it must be chosen again.
   */
  readonly state:
    | 'queued'
    | 'working'
    | 'added'
    | 'skipped'
    | 'failed'
    | 'cancelled'
    | 'unrecorded'
    | 'interrupted'
  /** The collections that it is put into; absent where there are none. */
  readonly collections?: readonly { readonly id: string; readonly name: string }[]
  readonly step?: AddFileStep
  /** Bytes a second over the last seconds, while they move. */
  readonly bytesPerSecond?: number
  /** Once its content is up, or that of the same bytes. */
  readonly fileId?: string
  /** The list of files had it once, so where it has it no more, it was deleted. */
  readonly wasListed?: boolean
  /** Name of another document that has the same bytes. */
  readonly sameAs?: string
  /** That one is there and could not be ingested. */
  readonly isUnreadable?: boolean
  readonly error?: unknown
  /** `false`: the document itself was refused, and trying again would end alike. */
  readonly canRetry: boolean
}

/** What a person wants of a document. `undeleted`: the file whose place it takes is still there, so it waits for a retry (D958). */
export type AboutUpload = Pick<UploadItem, 'prompt' | 'collections'> & {
  readonly undeleted?: string | undefined
}
