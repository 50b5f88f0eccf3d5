import { describe, expect, it } from 'vitest'
import { NoAnswer, ServiceRefusal } from '../client/api-error'
import { addFileToCollection } from '../contract/collection-files'
import { createFile, requestUpload } from '../contract/file-changes'
import { listFiles } from '../contract/files'
import { errorLine, troubleOfStep } from './trouble'

const operation = addFileToCollection.name

describe('why a procedure stands still', () => {
  it('is what the service said, of its fields too, and asks nobody to check what nobody entered', () => {
    const refusal = { operation, status: 400, message: 'Not taken' }
    const fields = [{ path: 'fileId', message: 'The file is too old' }]
    expect(troubleOfStep(new ServiceRefusal({ ...refusal, fields }))).toEqual({
      title: 'Could not add the file to the collection',
      message: 'Not taken.\nThe file is too old\nFix that, then continue.',
    })
    expect(troubleOfStep(new ServiceRefusal(refusal)).message).not.toContain('Check what you entered')
  })

  it('is found out by itself where a write may have been done', () => {
    const lost = { operation, cause: 'connection lost', sent: true } as const
    expect(troubleOfStep(new NoAnswer(lost))).toEqual({
      title: "We don't know if the file was added to the collection",
      message: "Can't reach Switchboard.\nContinue finds out, and does nothing twice.",
      away: true,
    })
    // A read is nothing to find out about, and what the console's own server refuses is not mended at the service.
    for (const error of [
      new NoAnswer({ ...lost, operation: listFiles.name }),
      new ServiceRefusal({
        operation,
        status: 502,
        code: 'CREDENTIAL_REFUSED',
        fromProxy: true,
        nextStep: 'Fix it, then try again.',
      }),
    ])
      expect(troubleOfStep(error).message).toMatch(/then try again\.$/)
  })
})

it('names what the service complained of, as a form does', () => {
  const fields = [
    { path: 'fileName', message: 'No vowels please' },
    { path: 'fileType', message: 'Only PDF.' },
  ]
  const refused = { operation: 'requestUpload', status: 422, message: 'Validation failed' }
  expect(errorLine(new ServiceRefusal({ ...refused, fields }))).toBe(
    'Validation failed. fileName: No vowels please. fileType: Only PDF. Correct what is named, then send it again.',
  )
  expect(errorLine(new ServiceRefusal({ ...refused, status: 500 }))).toMatch(/^Validation failed\. /)
})

it('leaves nothing to check to whoever presses a Retry that checks', () => {
  const failed = { operation: createFile.name, status: 500, message: 'Something broke' }
  expect(errorLine(new ServiceRefusal(failed))).toBe(
    "Something broke. We don't know if this went through. Retry checks first.",
  )
  expect(errorLine(new ServiceRefusal({ ...failed, status: 400 }))).not.toContain('Retry')
  // An address changes nothing, so it is just asked for again.
  expect(errorLine(new ServiceRefusal({ ...failed, operation: requestUpload.name }))).not.toContain('Retry')
})
