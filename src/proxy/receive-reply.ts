import type { Dispatcher } from 'undici'
import { failureCodeOf } from './failure-code'
import type { Relay } from './relay'

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** Feeds a relay from undici's callbacks. */
export function receive(
  relay: Relay,
  onStart: (controller: Dispatcher.DispatchController) => void,
): Dispatcher.DispatchHandler {
  let started = false
  return {
    onRequestStart(controller) {
      started = true
      onStart(controller)
      relay.onDrain(() => controller.resume())
    },
    onResponseStart(controller, status, headers) {
      // Interim answers such as 103 are not the answer.
      if (status < 200) return
      const goesOn = relay.head({
        status,
        contentType: first(headers['content-type']),
        contentLength: first(headers['content-length']),
        contentEncoding: first(headers['content-encoding']),
        retryAfter: first(headers['retry-after']),
      })
      if (!goesOn) controller.abort(new Error('refused'))
    },
    onResponseData(controller, chunk) {
      const goesOn = relay.data(chunk)
      if (goesOn === false) controller.abort(new Error('refused'))
      else if (goesOn === 'wait') controller.pause()
    },
    onResponseEnd() {
      relay.end()
    },
    onResponseError(_, error) {
      relay.fail(failureCodeOf(error, started), error)
    },
  }
}
