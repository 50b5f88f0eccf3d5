import type { QueryClient } from '@tanstack/react-query'
import type { Collection } from '../../contract/collections'
import type { KnowledgeFile } from '../../contract/files'
import { type FilePlan, type PlanAbout, undoOf } from '../../queries/file-plans'
import { countOf } from '../../ui/numbers'
import { toast } from '../../ui/toast-store'
import { nameOf } from './-file-status'

/** "2 files are", as the beginning of a sentence. */
export const filesAre = (count: number) => `${countOf(count, 'file')} ${count === 1 ? 'is' : 'are'}`

/** The collections that the steps of a plan are about, by name. */
function collectionsOf(plan: FilePlan): string {
  const ids = plan
    .getSnapshot()
    .steps.map(({ step }) => (step.action === 'delete' ? undefined : step.collectionId))
  return [...new Set(ids)]
    .flatMap((id) => (id === undefined ? [] : (plan.about.collections[id] ?? id)))
    .join(', ')
}

function doneOf(plan: FilePlan): string {
  const { kind, files } = plan.about
  const count = new Set(plan.getSnapshot().steps.map(({ step }) => step.fileId)).size
  if (kind === 'add') return `${countOf(count, 'file')} added to ${collectionsOf(plan)}`
  if (kind === 'remove') return `${countOf(count, 'file')} removed from ${collectionsOf(plan)}`
  const [name] = Object.values(files)
  return count === 1 && name ? `${name} was deleted` : `${countOf(count, 'file')} were deleted`
}

/** Says that a plan was carried out, and offers to undo what can be undone. */
export function announceDone(client: QueryClient, done: FilePlan): void {
  const undo = undoOf(client, done)
  toast({
    title: doneOf(done),
    action: undo && { label: 'Undo', onSelect: () => void carryOutUndo(undo) },
  })
}

/** Undoes a plan without a dialog; what is left of it stays among the open work. */
export async function carryOutUndo(undo: FilePlan): Promise<void> {
  await undo.run().catch(() => undefined)
  const { steps } = undo.getSnapshot()
  const left = steps.filter(({ state }) => state !== 'done').length
  const place = undo.about.kind === 'add' ? 'in' : 'out of'
  if (left === 0) toast({ title: `${filesAre(steps.length)} ${place} ${collectionsOf(undo)} again` })
  else
    toast({
      tone: 'bad',
      title: `The undoing of ${countOf(left, 'file')} failed`,
      message: 'It is in the open work of the Files and Collections screens. Retry it there.',
    })
}

/** What a plan is for, with files and collections by name, or by id where there is no name. */
export const aboutOf = (
  kind: PlanAbout['kind'],
  files: readonly KnowledgeFile[],
  collections: readonly Collection[] = [],
): PlanAbout => ({
  kind,
  files: Object.fromEntries(files.map((file) => [file.fileId, nameOf(file)])),
  collections: Object.fromEntries(collections.map(({ id, name }) => [id, name?.trim() || id])),
})
