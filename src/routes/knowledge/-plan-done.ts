import type { QueryClient } from '@tanstack/react-query'
import type { Collection } from '../../contract/collections'
import type { KnowledgeFile } from '../../contract/files'
import { describeError } from '../../queries/describe-error'
import { addStep, deleteSteps, FilePlan, type PlanAbout, removeStep, undoOf } from '../../queries/file-plans'
import type { KnowledgeNow } from '../../queries/membership'
import { countOf, isolated } from '../../ui/numbers'
import { dismissToast, toast } from '../../ui/toast-store'
import { filesAre, nameOf } from './-file-status'

const collectionsOf = ({ about }: FilePlan) => Object.values(about.collections).map(isolated).join(', ')

function doneOf(plan: FilePlan): string {
  const { kind, files } = plan.about
  const { steps } = plan.getSnapshot()
  const names = Object.values(files)
  const already = steps.every(({ step, gone, byOthers }) => step.action !== 'add' && (gone || byOthers))
  if (already && names.length === 1) return `${names[0]} was removed already`
  if (kind === 'delete' && names.length === 1) return `${names[0]} was deleted`
  const isGone = new Set(steps.flatMap(({ step, gone }) => (gone ? [step.fileId] : [])))
  const left = names.length - (kind === 'delete' ? 0 : isGone.size)
  if (left === 0) return `${filesAre(names.length)} gone, so nothing was left to do`
  const count = countOf(left, 'file')
  if (kind === 'delete') return `${count} were deleted`
  const done = `${count} ${kind === 'add' ? 'added to' : 'removed from'} ${collectionsOf(plan)}`
  return isGone.size === 0 ? done : `${done}; ${filesAre(isGone.size)} gone`
}

/** Carries out a plan, or so many steps of it. When nothing is left, says so and offers to undo what can be undone; then calls `onDone`, else `onLeft`. */
export async function carryOut(
  client: QueryClient,
  plan: FilePlan,
  {
    onDone,
    onLeft,
    ...wanted
  }: { limit?: number; takesOver?: boolean; onDone: () => void; onLeft?: (() => void) | undefined },
): Promise<void> {
  await plan.run(wanted)
  if (!plan.isDone()) return onLeft?.()
  const undo = undoOf(client, plan)
  toast({
    title: doneOf(plan),
    action: undo && { label: 'Undo', onSelect: () => void carryOutUndo(undo) },
  })
  onDone()
}

/** Undoes a plan without a dialog, and says so until it has ended; what is left of it stays among the open work. */
export async function carryOutUndo(undo: FilePlan): Promise<void> {
  const { steps: wanted } = undo.getSnapshot()
  const title = `Undoing the change of ${countOf(wanted.length, 'file')}`
  const begun = toast({ tone: 'info', title, lasts: 1e9 })
  const failure = await undo.run().catch((error: unknown) => error)
  dismissToast(begun)
  const { steps, problem = failure } = undo.getSnapshot()
  // Nothing is stored that could be continued.
  if (problem && !steps.some(({ tried }) => tried))
    return void toast({
      tone: 'bad',
      title: 'Undo did not begin',
      message: describeError(problem).message,
      action: { label: 'Try again', onSelect: () => void carryOutUndo(undo) },
    })
  const left = steps.filter(({ state }) => state !== 'done').length
  const gone = steps.filter((each) => each.gone).length
  const isAdding = undo.about.kind === 'add'
  if (left === 0 && gone === steps.length)
    toast({
      tone: 'info',
      title: `${filesAre(gone)} gone, so nothing was ${isAdding ? 'put back' : 'taken out'}`,
    })
  else if (left === 0) {
    const done = `${filesAre(steps.length - gone)} ${isAdding ? 'in' : 'out of'} ${collectionsOf(undo)} again`
    toast({ title: gone === 0 ? done : `${done}; ${filesAre(gone)} gone` })
  } else
    toast({
      tone: 'bad',
      title: `Undo did not finish: ${countOf(left, 'file')} left`,
      message: 'It is in the open work of the Files and Collections screens. Continue it there.',
    })
}

type Named = Pick<Collection, 'id' | 'name'>

/** What a plan is for, with files and collections by name, or by id where there is no name. */
const aboutOf = (
  kind: PlanAbout['kind'],
  files: readonly KnowledgeFile[],
  collections: readonly Named[],
): PlanAbout => ({
  kind,
  files: Object.fromEntries(files.map((file) => [file.fileId, nameOf(file)])),
  collections: Object.fromEntries(collections.map(({ id, name }) => [id, name?.trim() || id])),
})

/** What a plan is made of: files that are added to a collection, or removed from it. */
export const changeOf = (kind: 'add' | 'remove', files: readonly KnowledgeFile[], collection: Named) => ({
  about: aboutOf(kind, files, [collection]),
  steps: files.map(({ fileId }) => (kind === 'add' ? addStep : removeStep)(fileId, collection.id)),
})

/** The same of files that are deleted, after they were removed from each collection that holds them. */
export const deletionOf = (files: readonly KnowledgeFile[], { collections, holdersOf }: KnowledgeNow) => ({
  about: aboutOf('delete', files, collections),
  steps: files.flatMap(({ fileId }) => deleteSteps(fileId, holdersOf(fileId))),
})

/** Adds a file to the collection that it was just removed from. */
export const putBack = (client: QueryClient, file: KnowledgeFile, collection: Named): Promise<void> =>
  carryOutUndo(new FilePlan(client, changeOf('add', [file], collection)))
