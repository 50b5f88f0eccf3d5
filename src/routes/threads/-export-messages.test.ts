import { expect, it } from 'vitest'
import { type Message, readMessage } from '../../contract/messages'
import { csvOf } from '../-shared/save-csv'
import { messageRows } from './-export-messages'

const message = (fields: object) => readMessage(fields) as Message

it('writes messages as lines that no spreadsheet runs', () => {
  const rows = messageRows(
    [
      message({
        id: 'm1',
        direction: 'INBOUND',
        messageBody: '=HYPERLINK("http://x")',
        createdAt: '2026-05-01T10:00:00Z',
      }),
      message({ id: 'm2', direction: 'OUTBOUND', bodyHtml: '<p>Yes,<br>gladly</p>', status: 'DELIVERED' }),
    ],
    true,
    0,
  )
  const [, head, first, second] = csvOf(rows)
  expect(head).toBe(
    'Time,From,Status,Subject,Text,From address,To address,Delivered at,Read at,Message id\r\n',
  )
  expect(first).toBe('2026-05-01T10:00:00Z,Visitor,,,"\'=HYPERLINK(""http://x"")",,,,,m1\r\n')
  expect(second).toBe(',Agent,DELIVERED,,"Yes,\ngladly",,,,,m2\r\n')
})

it('says how many entries are missing', () => {
  expect(
    messageRows([message({ id: 'm1' })], false, 2)
      .at(-1)
      ?.join(),
  ).toBe(',,,,2 entries could not be read as messages.,,,,,')
  expect(messageRows([message({ id: 'm1' })], false, 0)).toHaveLength(2)
})
