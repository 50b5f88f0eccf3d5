import { expect, test } from 'vitest'
import { htmlText } from './html-text'

test('says what the HTML of an e-mail says, without its scripts, styles and tags', () => {
  const html = `<html><head><title>No</title><style>p { color: red }</style></head><body>
    <!-- hidden --><p>Dear&nbsp;Ada &amp; Zo&#233;,</p><div>see <a href="https://example.com">the page</a><br>now</div>
    <ul><li>one</li><li>two</li></ul><script>alert(1)</script><img src=x onerror="alert(2)"></body></html>`
  expect(htmlText(html)).toBe('Dear Ada & Zoé,\nsee the page\nnow\n• one\n• two')
})

test('a text without tags stays as it is, and what only looks like markup is shown', () => {
  expect(htmlText('1 < 2 and 3 > 2')).toBe('1 < 2 and 3 > 2')
  expect(htmlText('&lt;b&gt; is bold; &unknown; stays')).toBe('<b> is bold; &unknown; stays')
})

test('a tag that never ends hides nothing but itself', () => {
  expect(htmlText('before <script>alert(1)')).toBe('before')
})
