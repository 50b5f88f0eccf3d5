import { expect, it } from 'vitest'
import { preflight } from './-preflight'

const about = { agent: undefined }

it('a text that is no version is called so, and nothing is asked of what it is not', () => {
  expect(preflight('sms', { ...about, versionId: 'Spring wording' }, null)).toEqual([
    {
      state: 'missing',
      text: 'No version is called Spring wording. Choose one from the list, or paste its id.',
    },
  ])
  expect(preflight('chat', { ...about, agentId: 'Desk' }, null)).toMatchObject([
    { text: 'No agent is called Desk. Choose one from the list, or paste its id.' },
  ])
  // What may be an id of which nothing is known here is sent, and what it needs is said.
  const notes = preflight('sms', { ...about, versionId: 'version-of-nobody' }, null)
  expect(notes.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
})
