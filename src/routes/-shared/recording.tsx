import { useQuery } from '@tanstack/react-query'
import { infoQueries } from '../../queries/info'
import { readWebAddress } from '../../ui/web-address'

/** Plays the recording of a call. Only over https or from the service's own host; of another address nothing is loaded (D285). */
export function Recording({ url }: { url: string }) {
  const { data: info } = useQuery(infoQueries.connection())
  const address = readWebAddress(url)
  if (!info) return null
  const isAllowed = address?.protocol === 'https:' || address?.host === info.serviceName
  if (!isAllowed)
    return (
      <p className="text-sm text-ink-muted">
        The recording is not at a safe address, so it is not played here.
      </p>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript stands below where there is one
    <audio aria-label="Recording" controls preload="none" src={url} className="w-full" />
  )
}
