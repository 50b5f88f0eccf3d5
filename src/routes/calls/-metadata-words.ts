/** Texts of the metadata of a call. */
export const words = {
  label: 'Metadata',
  hint: 'A JSON object for your own reporting, such as {"campaign": "spring"}.',
  rowsHint: 'For your own reporting.',
  asRows: 'Enter as rows',
  asJson: 'Enter as JSON',
  add: 'Add metadata',
  name: 'Metadata name',
  value: 'Metadata value',
  nameless: 'A value has no name. Name it, or empty the value.',
  twice: (name: string) => `The name ${name} is there twice. Keep one of them.`,
}
