import { useState } from 'react'
import { Button } from '../button'
import { Blocks } from './markdown-nodes'
import type { MarkdownTree } from './markdown-tree'
import { words } from './preview-words'
import { useMarkdown } from './use-markdown'

const say = words.markdown

/** So many blocks are set out at once; each press of "Show more" adds as many. */
const BLOCKS = 200
const PLAIN_MAX = 100_000

/**
 * A Markdown document as text: headings, lists, tables and code are set out; HTML stands as it was written, images as their descriptions, and nothing is
 * loaded or run (safety rule 15). What is too long or too tangled is shown as it was written.
 */
export function MarkdownPreview({ text }: { text: string }) {
  const tree = useMarkdown(text)
  if (!tree) return <p role="status">{say.loading}</p>
  return (
    <div
      role="document"
      aria-label={say.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="flex max-h-[70vh] min-w-0 flex-col gap-3 overflow-y-auto rounded-md border border-line bg-surface-raised p-4 wrap-anywhere"
    >
      {'problem' in tree ? <Plain text={text} problem={tree.problem} /> : <SetOut tree={tree} />}
    </div>
  )
}

function SetOut({ tree }: { tree: Exclude<MarkdownTree, { problem: string }> }) {
  const [shown, setShown] = useState(BLOCKS)
  const left = tree.blocks.length - shown
  return (
    <>
      {tree.frontMatter !== undefined && (
        <figure className="flex flex-col gap-1">
          <figcaption className="text-sm text-ink-muted">{say.frontMatter}</figcaption>
          <pre className="overflow-x-auto rounded-md bg-surface-sunken p-2 text-sm">{tree.frontMatter}</pre>
        </figure>
      )}
      <Blocks nodes={tree.blocks.slice(0, shown)} definitions={tree.definitions} />
      {left > 0 && <Button onClick={() => setShown(shown + BLOCKS)}>{say.more(left)}</Button>}
    </>
  )
}

function Plain({ text, problem }: { text: string; problem: 'too long' | 'too tangled' }) {
  return (
    <>
      <p className="text-ink-muted">
        {say.plain[problem]} {text.length > PLAIN_MAX && say.cut(PLAIN_MAX, text.length)}
      </p>
      <pre className="text-sm whitespace-pre-wrap">{text.slice(0, PLAIN_MAX)}</pre>
    </>
  )
}
