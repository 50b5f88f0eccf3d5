import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { agentVersionQueries } from '../../queries/agent-versions'
import type { StoredAgent } from '../../queries/agents'
import { answerWords } from '../../queries/describe-error'
import { metadataOf, type ThreadRow } from '../../queries/thread-rows'
import { buttonClass } from '../../ui/button'
import { IdText } from '../../ui/id-text'
import { Facts } from '../../ui/page'
import { shortenId } from '../../ui/short-id'
import { TimeText } from '../../ui/time-text'
import { Details } from '../-shared/details'
import { OtherFields } from '../-shared/other-fields'
import { OutcomeBadge } from '../-shared/outcome-badge'
import { timesOf } from '../-shared/outcome-notice'
import { versionTitle } from '../-shared/version-name'

const time = (at: string | undefined) => at && <TimeText time={at} />

/**
 * What is known of a thread: from the service, and from its start in this browser, ids and other fields folded. `agents`: absent while they are
 * being read; `children`: what else is folded.
 */
export function ThreadFacts({
  row,
  agents,
  children,
}: {
  row: ThreadRow
  agents: readonly StoredAgent[] | undefined
  children: ReactNode
}) {
  const { record, started, agentId } = row
  const agentName = agents?.find((each) => each.agentId === agentId)?.name ?? record?.agentName
  const versionId = record?.agentVersionId
  const { data: reported, isPending } = useQuery({
    ...agentVersionQueries.list(agentId ?? ''),
    enabled: Boolean(record && agentId && (versionId || (agents && agentName === undefined))),
  })
  const number = reported?.items.find(({ id }) => id === versionId)?.version
  const { error } = started ?? {}
  const reply = started?.thread
  const threadId = record?.id ?? reply?.id
  return (
    <>
      <Facts
        facts={{
          Start: started && <OutcomeBadge {...started} />,
          Answer: error && answerWords(error),
          Agent: agentId && (
            <Link to="/agents/$agentId" params={{ agentId }} className={buttonClass('link')}>
              {agentName ?? reported?.agent?.name ?? shortenId(agentId)}
            </Link>
          ),
          // Its row is there before its number, so that the rows below stay.
          Version:
            versionId &&
            agentId &&
            (isPending ? (
              '\u00a0'
            ) : (
              <Link
                to="/agents/$agentId"
                params={{ agentId }}
                search={{ version: versionId }}
                className={buttonClass('link')}
              >
                {versionTitle({ versionId, number })}
              </Link>
            )),
          From: record?.fromPhoneNumber ?? record?.fromEmail,
          Subject: row.subject,
          'Lead id': record?.leadId,
          Created: time(record?.createdAt ?? reply?.createdAt),
          'Last activity': time(record?.lastActivityAt ?? record?.updatedAt),
          Closed: time(record?.closedAt),
        }}
      />
      {record && <OtherFields fields={metadataOf(record)} title="Metadata" />}
      {record?.variables && <OtherFields fields={record.variables} title="Variables" />}
      <Details>
        <Facts
          facts={{
            ...(started && timesOf(started)),
            'Thread id': threadId && <IdText id={threadId} name="thread id" />,
            'Version id': versionId && <IdText id={versionId} name="version id" />,
          }}
        />
        {record && <OtherFields fields={record.other} />}
        {children}
      </Details>
    </>
  )
}
