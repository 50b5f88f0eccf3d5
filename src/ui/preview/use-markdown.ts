import { useEffect, useState } from 'react'
import type { MarkdownTree } from './markdown-tree'

/** A parser that takes longer has met a text that was made to hold it up, in ms. */
const PATIENCE = 4_000

/** The tree of a Markdown text, read off the page; `undefined` until it is there. */
export function useMarkdown(text: string): MarkdownTree | undefined {
  const [read, setRead] = useState<{ text: string; tree: MarkdownTree }>()
  useEffect(() => {
    const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
    const end = (tree: MarkdownTree) => {
      worker.terminate()
      clearTimeout(timer)
      setRead({ text, tree })
    }
    const timer = setTimeout(() => end({ problem: 'too tangled' }), PATIENCE)
    worker.onmessage = ({ data }: MessageEvent<MarkdownTree>) => end(data)
    worker.onerror = () => end({ problem: 'too tangled' })
    worker.postMessage(text)
    return () => {
      worker.terminate()
      clearTimeout(timer)
    }
  }, [text])
  return read?.text === text ? read.tree : undefined
}
