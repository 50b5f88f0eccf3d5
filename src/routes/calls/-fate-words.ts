/** Texts of what became of a call. */
export const words = {
  title: 'What became of it',
  open: 'The call goes on; this is kept up to date.',
  noStatus: 'no status',
  reason: 'Ended reason',
  endedBy: 'Ended by',
  duration: 'Duration',
  from: 'From phone number',
  started: 'Started',
  ended: 'Ended',
  summary: 'Summary',
  transcript: 'Transcript',
  other: 'Other fields of the record',
}
