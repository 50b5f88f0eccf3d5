import type { Collection } from '../../../contract/collections'
import type { KnowledgeFile } from '../../../contract/files'
import type { Column } from '../../../ui/table-columns'
import { nameColumn, sizeColumn, statusColumn, updatedColumn } from '../-file-columns'
import { words } from './-collections-words'
import { RemoveFile } from './-remove-file'

/** The columns of the files of a collection. */
export function memberColumns({
  collection,
  narrow,
  onFailure,
}: {
  collection: Collection
  narrow: boolean
  onFailure: (error: unknown) => void
}): readonly Column<KnowledgeFile>[] {
  return [
    nameColumn,
    statusColumn,
    sizeColumn,
    updatedColumn,
    {
      id: 'remove',
      header: words.page.remove,
      hideHeader: true,
      narrow: 'keep',
      width: narrow ? 72 : 224,
      align: 'end',
      cell: (file) => (
        <RemoveFile collection={collection} file={file} narrow={narrow} onFailure={onFailure} />
      ),
    },
  ]
}
