/** Every text of the preview in the panel of a file. */
export const words = {
  title: 'Preview',
  open: 'Open file',
  again: 'Try again',
  reading: (read: string, all: string | undefined) => (all ? `Reading ${read} of ${all}` : `Reading ${read}`),
  asking: 'Asking for the file',
  failed: 'There is no preview',
  noAddress:
    'The view address that the service gives is private or not https, so the console does not read from it. If it is right, name its origin in UPLOAD_ORIGINS where the console is started.',
  empty: 'The file is empty.',
  notText: 'This is neither a PDF nor text in UTF-8, so it cannot be shown here.',
  problems: {
    password: 'This PDF is protected by a password, so it cannot be shown here.',
    damaged: 'This PDF is damaged, or not one after all, so it cannot be shown here.',
    'too slow': 'This PDF took too long to open, so it was given up.',
  },
  openInstead: 'Open the file instead: another program may show it.',
  /** Where the file could not be read: a new address may help. */
  retry: 'Try again, or open the file instead.',
}
