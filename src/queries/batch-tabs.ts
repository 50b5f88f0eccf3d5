import type { BatchNews } from './batch-live'

/** Between the tabs of this browser: what became of the rows of a batch, and the wish to pause it. */
export class BatchTabs {
  readonly #channel = new BroadcastChannel('switchboard-batches')
  /** Batches that this tab told of last. */
  readonly #telling = new Set<string>()

  constructor(heard: { news: (news: BatchNews) => void; pause: (id: string) => void }) {
    this.#channel.onmessage = ({ data }: MessageEvent<BatchNews | { readonly pause: string }>) => {
      if ('pause' in data) heard.pause(data.pause)
      else heard.news(data)
    }
  }

  /** Who sends tells of it, and once more when it ended; who hears of it tells nothing. */
  tell(news: BatchNews, sends: boolean): void {
    if (this.#telling.delete(news.id) || sends) this.#channel.postMessage(news)
    if (sends) this.#telling.add(news.id)
  }

  askToPause(id: string): void {
    this.#channel.postMessage({ pause: id })
  }
}
