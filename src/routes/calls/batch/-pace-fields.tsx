import { type Ref, useImperativeHandle, useRef } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldValues,
  useForm,
  useFormState,
  useWatch,
} from 'react-hook-form'
import type { Batch } from '../../../queries/batches'
import { Button } from '../../../ui/button'
import { formDefaults } from '../../../ui/fields/form'
import { NumberField, TextField } from '../../../ui/fields/inputs'
import { fromPace, hoursOverMidnight, type PaceValues, paceResolver, paceWords, toPace } from './-batch-form'

/** Sets what was typed and not set; resolves with `false` where that cannot be, and says why. */
export type TakePace = () => Promise<boolean>

/**
 * The pace can be changed at any time; the next call goes by it.
 * - `onSet`: resolves with whether it was set
 * - `ref`: for whoever starts the batch by what the fields say
 */
export function PaceFields({
  batch,
  onSet,
  ref,
}: {
  batch: Batch
  onSet: (pace: ReturnType<typeof toPace>) => Promise<boolean>
  ref: Ref<TakePace>
}) {
  const values = fromPace(batch)
  const form = useForm<PaceValues>({
    ...formDefaults,
    shouldFocusError: true,
    values,
    // What somebody else sets meanwhile is shown beside what is typed here.
    resetOptions: { keepDirtyValues: true },
    resolver: paceResolver(values.startAt),
  })
  const { dirtyFields } = useFormState({ control: form.control })
  const fold = useRef<HTMLDetailsElement>(null)
  const show = (open: boolean) => {
    if (fold.current) fold.current.open = open
  }
  const set: TakePace = async () => {
    let isSet = false
    await form.handleSubmit(
      async (values) => {
        const sent = form.getValues()
        isSet = await onSet(toPace(values))
        if (!isSet) return
        // What was typed meanwhile is still to be set.
        const typed = Object.entries(form.getValues()).filter(
          ([name, value]) => value !== sent[name as keyof PaceValues],
        )
        form.reset(values, { keepDirtyValues: false })
        for (const [name, value] of typed)
          form.setValue(name as keyof PaceValues, value, { shouldDirty: true })
        show(typed.length > 0)
      },
      // Where it is folded, the focus could not go to the field.
      () => show(true),
    )()
    return isSet
  }
  useImperativeHandle(ref, () => (Object.keys(dirtyFields).length > 0 ? set : async () => true))
  return (
    <details ref={fold} className="min-w-0">
      <summary>
        <span className="font-semibold">Change pace</span>
        <span className="pl-2 text-ink-muted">{paceWords(batch)}</span>
      </summary>
      <form
        aria-label="Pace"
        noValidate
        className="flex max-w-[44rem] flex-col gap-4 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          void set()
        }}
      >
        <PaceInputs control={form.control} />
        <div>
          <Button writes type="submit">
            Set pace
          </Button>
        </div>
      </form>
    </details>
  )
}

/** The inputs of a pace. The form has those of `PaceValues`. */
export function PaceInputs<Values extends FieldValues>({ control }: { control: Control<Values> }) {
  const nameOf = (name: keyof PaceValues) => name as FieldPath<Values>
  const [from, to] = useWatch({ control, name: [nameOf('from'), nameOf('to')] })
  const overMidnight = hoursOverMidnight(from, to)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <NumberField
        control={control}
        name={nameOf('everySeconds')}
        label="One call every"
        unit="seconds"
        required
      />
      <NumberField
        control={control}
        name={nameOf('atOnce')}
        label="Concurrent calls"
        hint="Limits requests to the service, not calls in progress."
        required
      />
      <div className="sm:col-span-2">
        <TextField
          control={control}
          name={nameOf('startAt')}
          type="datetime-local"
          label="Not before"
          hint="Your time. Empty = when you start it."
        />
      </div>
      <TextField control={control} name={nameOf('from')} type="time" label="Call from" />
      <TextField control={control} name={nameOf('to')} type="time" label="Call until" />
      <p role="status" className="text-sm text-busy empty:hidden sm:col-span-2">
        {from && from === to && 'These hours begin and end alike: calls are placed at any hour of the day.'}
        {overMidnight && `These hours go over midnight: calls are placed during ${overMidnight} of each day.`}
      </p>
      <p className="text-sm text-ink-muted sm:col-span-2">
        Hours are local to each number. Where its country has several time zones, all of them have to be
        within the hours. Start and hours hold while the batch&apos;s page is open.
      </p>
    </div>
  )
}
