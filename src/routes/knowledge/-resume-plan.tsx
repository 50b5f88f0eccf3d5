import { useQueryClient } from '@tanstack/react-query'
import type { FilePlan } from '../../queries/file-plans'
import { words } from './-open-words'
import { PlanDialog } from './-plan-dialog'
import { tellDone } from './-plan-done'

/** A plan that an earlier page left, or this one closed. Nothing is sent before the person says so. */
export function ResumePlan({ kept, onClose }: { kept: FilePlan; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <PlanDialog
      title={words.title(kept.about)}
      description={words.resumed}
      kept={kept}
      stepwise
      onClose={onClose}
      onDone={() => {
        tellDone(client, kept)
        onClose()
      }}
    />
  )
}
