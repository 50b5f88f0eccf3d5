import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Eye, EyeOff, RefreshCw, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type KnowledgeFile, progressOf } from '../../contract/files'
import type { FileMembership } from '../../queries/membership'
import { previewMutations } from '../../queries/preview'
import { Button, buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { formatBytes, formatCount } from '../../ui/numbers'
import { Facts } from '../../ui/page'
import { here } from '../../ui/role'
import { SidePanel } from '../../ui/side-panel'
import { TimeText } from '../../ui/time-text'
import { OUTSIDE, openOutside } from '../../ui/web-address'
import { Details } from '../-shared/details'
import { ErrorNotice } from '../-shared/error-notice'
import { late } from '../-shared/late'
import { notHere } from '../-shared/not-here'
import { OtherFields } from '../-shared/other-fields'
import type { Place } from '../-shared/passage-text'
import { CollectionLink } from './-collection-link'
import { FileNote, FileStatus, nameOf, noteOf } from './-file-status'
import { LateNotice } from './-late-notice'

const Preview = late(async () => (await import('./-preview')).Preview, <div className="min-h-[70vh]" />)
const PassageSearch = late(
  async () => (await import('../-shared/passage-search')).PassageSearch,
  <div className="h-[104px] shrink-0 sm:h-[86px]" />,
)

export function FilePanel({
  file,
  preview,
  place,
  onPreview,
  query,
  onQuery,
  membership,
  onClose,
  onDelete,
  onCheck,
  checking,
}: {
  /** `undefined`: the list has no such file. */
  file: KnowledgeFile | undefined
  /** The preview is open, at this place or at its beginning. */
  preview: boolean
  place: Place
  /** Opens the preview, at a place or at its beginning, or closes it. */
  onPreview: (isOpen?: true, place?: Place) => void
  /** What is searched for in the file at first. */
  query: string | undefined
  onQuery: (query: string) => void
  membership: FileMembership | undefined
  onClose: () => void
  /** Asks for deleting the file; `again` is uploaded after that. */
  onDelete: (again?: File[]) => void
  /** Reads the list again; `checking`: it is being read. */
  onCheck: () => void
  checking: boolean
}) {
  const previews = file !== undefined && preview
  const missing = notHere('file')
  const shown = useRef<HTMLDivElement>(null)
  return (
    <SidePanel
      wide={preview}
      onClose={onClose}
      title={file ? <span className="wrap-anywhere">{nameOf(file)}</span> : missing.title}
      footer={
        file && (
          <>
            <Button writes icon={Trash2} onClick={() => onDelete()}>
              Delete file
            </Button>
            <ViewFile key={file.fileId} fileId={file.fileId} />
            <Link
              to="/knowledge/replace/new"
              search={{ file: file.fileId }}
              className={buttonClass('primary')}
            >
              <RefreshCw size={16} aria-hidden />
              Replace file
            </Link>
          </>
        )
      }
    >
      {file ? (
        <>
          <LateNotice
            key={file.fileId}
            file={file}
            onCheck={onCheck}
            checking={checking}
            onDeleteAndUpload={(again) => onDelete([again])}
          />
          <Facts
            facts={{
              Status: <FileStatus status={file.status} />,
              Reason: noteOf(file) && <FileNote file={file} />,
              Collections: membership && <Holders membership={membership} />,
              'Retrieval prompt': file.prompt ? <p className="whitespace-pre-line">{file.prompt}</p> : 'None',
              Size: file.size !== undefined && (
                <span title={`${formatCount(file.size)} bytes`}>{formatBytes(file.size)}</span>
              ),
              Created: file.createdAt && <TimeText time={file.createdAt} />,
              Updated: file.updatedAt && <TimeText time={file.updatedAt} />,
            }}
          />
          <div>
            <Button
              icon={previews ? EyeOff : Eye}
              aria-expanded={previews}
              onClick={() => onPreview(previews ? undefined : true)}
            >
              {previews ? 'Hide preview' : 'Show preview'}
            </Button>
          </div>
          <div ref={shown} className="scroll-mt-4 empty:hidden">
            {previews && (
              <Preview key={`${file.fileId} ${Object.values(place)}`} fileId={file.fileId} {...place} />
            )}
          </div>
          {progressOf(file.status) === 'ready' && (
            <PassageSearch
              key={file.fileId}
              scope={{ fileId: file.fileId }}
              first={query}
              onQuery={onQuery}
              onShow={(found) => {
                onPreview(true, found)
                shown.current?.scrollIntoView()
              }}
            />
          )}
          <Details>
            <Facts facts={{ 'File id': <IdText id={file.fileId} name="file id" /> }} />
            <OtherFields fields={file.other} />
          </Details>
        </>
      ) : (
        <p>{missing.context}</p>
      )}
    </SidePanel>
  )
}

/** The collections that hold a file, as links, and how far that is known. */
function Holders({ membership: { collections, source } }: { membership: FileMembership }) {
  if (source === 'unknown') return 'Unknown. The service does not report the collections of a file.'
  return (
    <>
      {collections.length === 0 && source === 'service' && 'In no collection'}
      <ul className="flex flex-col gap-px">
        {collections.map((each) => (
          <li key={each.id} className="min-h-6">
            <CollectionLink {...each} />
          </li>
        ))}
      </ul>
      {source === 'browser' && (
        <p className="text-ink-muted">
          {`Only what was added or removed in ${here()} is known; there may be more.`}
        </p>
      )}
    </>
  )
}

/** Asks for the address of the content and opens it in a tab that learns nothing of this page. */
function ViewFile({ fileId }: { fileId: string }) {
  const view = useMutation(previewMutations.view())
  const open = () => view.mutate({ fileId }, { onSuccess: ({ viewUrl }) => openOutside(viewUrl) })
  return (
    <>
      <Button icon={ExternalLink} pending={view.isPending} onClick={open}>
        View file
      </Button>
      <div className="order-last w-full empty:hidden">
        {view.error && <ErrorNotice error={view.error} onDismiss={view.reset} />}
        {view.data && (
          // A browser that holds back new tabs does not say so.
          <p className="text-sm text-ink-muted">
            Opened in a new tab. If your browser held it back,{' '}
            <a href={view.data.viewUrl} {...OUTSIDE} className={buttonClass('link')}>
              open it here.
            </a>
          </p>
        )}
      </div>
    </>
  )
}
