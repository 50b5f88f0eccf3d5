import { readMarkdown } from './markdown-tree'

// Some texts of a few thousand characters keep the parser busy for a minute; here it holds nothing up and can be ended (D127).
self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(readMarkdown(data))
