import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call'
import { type FileContent, readPreview } from '../client/preview'
import { viewFile } from '../contract/file-changes'
import { keys } from './keys'

/** What a preview has to show: the content, or only the address where the console does not read from it. */
export interface PreviewedFile {
  readonly viewUrl: string
  readonly content?: FileContent
}

export const previewQueries = {
  /**
   * Asks for a view address and reads the file from it, once. Dropped when it is no longer shown: the address is a permission, the content may be
   * large. `onAddress` hears the address before the bytes come.
   */
  content: (
    fileId: string,
    onAddress: (viewUrl: string) => void,
    onProgress: (read: number, all: number | undefined) => void,
  ) =>
    queryOptions({
      queryKey: [...keys.preview, fileId],
      queryFn: async ({ signal }): Promise<PreviewedFile> => {
        const { viewUrl, preview } = await call(viewFile, { params: { fileId }, signal })
        onAddress(viewUrl)
        if (preview === undefined) return { viewUrl }
        return { viewUrl, content: await readPreview({ preview, signal, onProgress }) }
      },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      retry: false,
      refetchInterval: false,
      // Bytes are not compared with those of before.
      structuralSharing: false,
    }),
}

export const previewMutations = {
  /** Asks for an address under which a file can be viewed, `http(s)` or on this origin. Stored nowhere: it is a permission. */
  view: () => mutationOptions({ mutationFn: (params: { fileId: string }) => call(viewFile, { params }) }),
}
