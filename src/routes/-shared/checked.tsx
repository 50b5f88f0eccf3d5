import { useMutation } from '@tanstack/react-query'
import { markChecked } from '../../queries/settle-writes'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast-store'
import { tellElsewhere } from './waiting'

/** Ends the asking about a write without an answer, once a person knows what became of it. `what`: the write in words. */
export function Checked({ id, what }: { id: string; what: string }) {
  const { mutate } = useMutation({
    ...markChecked(),
    onError: (error) => tellElsewhere(error),
    onSuccess: (_, { isChecked }) =>
      isChecked &&
      toast({
        tone: 'info',
        title: `${what}: checked`,
        action: { label: 'Undo', onSelect: () => mutate({ id, isChecked: false }) },
      }),
  })
  return (
    <Button writes size="sm" onClick={() => mutate({ id, isChecked: true })}>
      I checked it
    </Button>
  )
}
