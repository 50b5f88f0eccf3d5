import { type Operation, type PathParams, pathOf } from '../contract/operation'
import { basePath } from './base-path'

interface Listeners {
  /** Events come from now on. Also when the browser goes on where it was cut off. */
  readonly onOpen: () => void
  readonly onMessage: () => void
  /** No events come: `broken` is the browser's to resume, `refused` is not, and after `ended` there is nothing more to come. */
  readonly onPause: (why: 'broken' | 'refused' | 'ended') => void
}

/** Follows the server-sent events of an operation through the proxy, each once (`Last-Event-ID`). Returns how to leave. */
export function followEvents<O extends Operation>(
  operation: O,
  params: PathParams<O>,
  { onOpen, onMessage, onPause }: Listeners,
): () => void {
  const source = new EventSource(basePath + pathOf(operation, params))
  source.onopen = onOpen
  source.onmessage = onMessage
  source.onerror = () => onPause(source.readyState === EventSource.CLOSED ? 'refused' : 'broken')
  source.addEventListener('closed', () => {
    source.close()
    onPause('ended')
  })
  return () => source.close()
}
