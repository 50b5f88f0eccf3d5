import { formatCount } from '../numbers'

/** Every text inside a preview. */
export const words = {
  markdown: {
    label: 'Markdown preview',
    loading: 'Setting out the document',
    plain: {
      'too long': 'This document is too long to be set out. It is shown as plain text.',
      'too tangled':
        'This document is nested or packed too tightly to be set out. It is shown as plain text.',
    },
    cut: (shown: number, all: number) => `The first ${formatCount(shown)} of ${formatCount(all)} characters.`,
    image: (description: string) => (description ? `[Image: ${description}]` : '[Image]'),
    frontMatter: 'Front matter',
    more: (left: number) => `Show more (${formatCount(left)} blocks left)`,
    done: 'Done: ',
    open: 'Open: ',
  },
  pdf: {
    label: 'PDF preview',
    controls: 'Pages and size',
    loading: 'Opening the document',
    page: (page: number, of: number) => `Page ${page} of ${of}`,
    number: 'Page',
    of: (pages: number) => `of ${formatCount(pages)}`,
    previous: 'Previous page',
    next: 'Next page',
    smaller: 'Smaller',
    larger: 'Larger',
    fit: 'Fit width',
    size: (percent: number) => `${percent}%`,
    cut: (pages: number) => `Only the first ${formatCount(pages)} pages can be looked at here.`,
    pageFailed: 'This page could not be drawn.',
  },
}
