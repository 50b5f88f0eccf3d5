import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { Message } from '../../contract/messages'
import type { Channel } from '../../queries/channel'
import { type Conversation, messageMutations, timeOf } from '../../queries/messages'
import { Button } from '../../ui/button'
import { ErrorNotice } from '../-shared/error-notice'
import { textOfMessage } from '../-shared/html-text'
import { saveCsv } from '../-shared/save-csv'
import { speakerOf, unreadWords } from './-message-item'

/** The columns of the exported file, and what each holds. */
const COLUMNS: Readonly<Record<string, (message: Message, isChat: boolean) => string | undefined>> = {
  Time: timeOf,
  From: ({ direction }, isChat) => speakerOf(direction, isChat),
  Status: ({ status }) => status,
  Subject: ({ subject }) => subject,
  Text: textOfMessage,
  'From address': ({ fromAddress }) => fromAddress,
  'To address': ({ toAddress }) => toAddress,
  'Delivered at': ({ deliveredAt }) => deliveredAt,
  'Read at': ({ readAt }) => readAt,
  'Message id': ({ id }) => id,
}

/** Messages as the rows of that file, oldest first. What is `missing`, because it could not be read, is counted at the end. */
export const messageRows = (messages: readonly Message[], isChat: boolean, missing: number): string[][] => {
  const note: Message[] = missing > 0 ? [{ body: unreadWords(missing), other: {} }] : []
  return [
    Object.keys(COLUMNS),
    ...[...messages, ...note].map((message) =>
      Object.values(COLUMNS).map((read) => read(message, isChat) ?? ''),
    ),
  ]
}

/** Saves all messages of a thread; those that are not loaded yet are read first. */
export function ExportMessages({ thread }: { thread: { threadId: string; channel: Channel | undefined } }) {
  const exporting = useMutation({
    ...messageMutations.readAll(thread),
    onSuccess: ({ messages, unreadable }: Conversation) =>
      saveCsv('messages.csv', messageRows(messages, thread.channel === 'chat', unreadable.length)),
  })
  return (
    <>
      <ErrorNotice error={exporting.error} />
      <Button
        size="sm"
        icon={Download}
        pending={exporting.isPending}
        pendingLabel="Loading"
        onClick={() => exporting.mutate(undefined)}
      >
        Export as CSV
      </Button>
    </>
  )
}
