import { describe, expect, it } from 'vitest'
import { countOf, formatBytes, formatCount, isolated } from './numbers'

describe('numbers', () => {
  it('groups thousands and counts nouns', () => {
    expect(formatCount(4212)).toBe('4,212')
    expect(countOf(1, 'file')).toBe('1 file')
    expect(countOf(0, 'file')).toBe('0 files')
    expect(countOf(2, 'reply', 'replies')).toBe('2 replies')
  })

  it('keeps names from right to left apart from what stands around them, and leaves others as they are', () => {
    expect(['שירות 12/3', '789 להזמנות', 'خدمة', 'Dienst 12/3', '客服', '12/3'].map(isolated)).toEqual([
      '\u2068שירות 12/3\u2069',
      '\u2068789 להזמנות\u2069',
      '\u2068خدمة\u2069',
      'Dienst 12/3',
      '客服',
      '12/3',
    ])
  })

  it('writes bytes in the unit a person would use', () => {
    expect(formatBytes(0)).toBe('0 B')
    expect(formatBytes(1_023)).toBe('1023 B')
    expect(formatBytes(1_024)).toBe('1.0 kB')
    expect(formatBytes(12_400)).toBe('12 kB')
    expect(formatBytes(3_600_000)).toBe('3.4 MB')
    // The limit of an upload, and what is said of a file beyond it.
    expect(formatBytes(50 * 1024 * 1024)).toBe('50 MB')
    expect(formatBytes(60 * 1024 * 1024)).toBe('60 MB')
  })

  it('never rounds up to a thousand of the smaller unit', () => {
    expect(formatBytes(1_048_400)).toBe('1.0 MB')
    expect(formatBytes(10_200)).toBe('10 kB')
  })

  it('says so when there is no size', () => {
    expect(formatBytes(Number.NaN)).toBe('unknown size')
    expect(formatBytes(-1)).toBe('unknown size')
  })
})
