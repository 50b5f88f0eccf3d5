import { expect, test } from 'vitest'
import { askingPart } from './asking-part'

test.each([
  [
    'I am on the train and my dog is hungry, so could you tell me when the kiosk opens today?',
    ' when the kiosk opens today?',
  ],
  [
    'My neighbour told me. When does the kiosk open on Sunday? Greetings to the family!',
    'When does the kiosk open on Sunday?',
  ],
  [
    'Bonjour, ma voisine en a parlé, pourriez-vous me dire quand le kiosque ouvre le dimanche ?',
    ' quand le kiosque ouvre le dimanche ?',
  ],
  ['When does the kiosk open?', 'When does the kiosk open?'],
  // What follows is too little to be a question of its own.
  ['The kiosk on the pier, can you help?', 'The kiosk on the pier, can you help?'],
  ['kiosk opening hours', 'kiosk opening hours'],
])('%s', (message, part) => {
  expect(askingPart(message)).toBe(part)
})
