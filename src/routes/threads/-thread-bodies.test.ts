import { expect, it } from 'vitest'
import { emptyVariables } from '../-shared/variable-values'
import { emailBody } from './-email-thread'
import { smsBody } from './-sms-thread'

const email = {
  agentVersionId: ' v ',
  toEmail: ' a@b.example ',
  subject: 'S',
  firstMessage: 'Hi',
  leadId: '',
}
const sms = {
  agentVersionId: ' v ',
  toPhoneNumber: '+15005550110',
  fromPhoneNumber: '+15005550100',
  fromPhoneNumberId: ' n ',
  initialMessage: 'Hi',
  leadId: ' lead-7 ',
  ...emptyVariables,
  extra: [{ name: 'a', value: '1' }],
}
const onWire = (body: object) => JSON.parse(JSON.stringify(body)) as unknown

it('an SMS says both the number it is from and its id, whose lead it is, and the variables (§2)', () => {
  expect(onWire(smsBody(sms, []))).toEqual({
    agentVersionId: 'v',
    toPhoneNumber: '+15005550110',
    fromPhoneNumber: '+15005550100',
    fromPhoneNumberId: 'n',
    initialMessage: 'Hi',
    leadId: 'lead-7',
    variables: { a: '1' },
  })
})

it('an e-mail says whose lead it is (§2)', () => {
  expect(onWire(emailBody({ ...email, leadId: ' lead-7 ' }))).toEqual({
    agentVersionId: 'v',
    toEmail: 'a@b.example',
    subject: 'S',
    firstMessage: 'Hi',
    leadId: 'lead-7',
  })
})

it('what is left empty of either is not sent (D14)', () => {
  const bodies = [smsBody({ ...sms, leadId: ' ', extra: [] }, []), emailBody(email)]
  for (const body of bodies.map(onWire))
    for (const name of ['leadId', 'variables']) expect(body).not.toHaveProperty(name)
})
