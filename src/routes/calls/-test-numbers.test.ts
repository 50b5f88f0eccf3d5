import { expect, it } from 'vitest'
import { TEST_NUMBERS } from '../../contract/test-numbers'
import { loadPhoneLibrary, readPhone } from '../../ui/fields/phone'

const library = await loadPhoneLibrary()

it.each(TEST_NUMBERS)(
  '$phoneNumber can be typed into the form of a call without a doubt',
  ({ phoneNumber }) => {
    expect(readPhone(phoneNumber, library)).toMatchObject({ ok: true, e164: phoneNumber, doubt: null })
  },
)
