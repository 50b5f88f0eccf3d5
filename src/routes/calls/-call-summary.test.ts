import { expect, it } from 'vitest'
import { openingOf } from './-call-summary'

it('cuts the beginning of a prompt neither through a variable nor through a character', () => {
  const opening = (piece: string, at: number) => openingOf(`${'x'.repeat(at)}${piece}${'y'.repeat(700)}`)
  for (const piece of ['{{name}}', '😀']) {
    expect(opening(piece, 700 - piece.length)).toContain(`x${piece} …`)
    for (let at = 701 - piece.length; at < 700; at += 1) expect(opening(piece, at)).toMatch(/^x+ …$/)
  }
})
