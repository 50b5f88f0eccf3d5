import type { QueryClient } from '@tanstack/react-query'
import type { Collection } from '../../contract/collections'
import type { KnowledgeFile } from '../../contract/files'
import { type FilePlan, type PlanAbout, undoOf } from '../../queries/file-plans'
import { toast } from '../../ui/toast-store'
import { words } from './-bulk-words'
import { nameOf } from './-file-status'

/** The collections that the steps of a plan are about, by name. */
export function collectionsOf(plan: FilePlan): string {
  const { about } = plan
  const ids = plan
    .getSnapshot()
    .steps.map(({ step }) => (step.action === 'delete' ? undefined : step.collectionId))
  return [...new Set(ids)].flatMap((id) => (id === undefined ? [] : (about.collections[id] ?? id))).join(', ')
}

const countFiles = (plan: FilePlan) => new Set(plan.getSnapshot().steps.map(({ step }) => step.fileId)).size

/** Tells that a plan was carried out, and offers to undo what can be undone. */
export function tellDone(client: QueryClient, done: FilePlan): void {
  const { kind, files } = done.about
  const count = countFiles(done)
  if (kind === 'delete') {
    const [name] = Object.values(files)
    toast({ title: count === 1 && name ? words.delete.doneOne(name) : words.delete.done(count) })
    return
  }
  const undo = undoOf(client, done)
  toast({
    title: words[kind].done(count, collectionsOf(done)),
    action: undo && { label: words.undo.label, onSelect: () => void carryOutUndo(undo) },
  })
}

/** Carries out a plan whose dialog opens with it. What keeps it from beginning, the dialog tells when it is asked to go on. */
export async function carryOut(plan: FilePlan, onDone: () => void): Promise<void> {
  await plan.run().catch(() => undefined)
  if (plan.isDone()) onDone()
}

/** Carries out an undoing where nobody looks on; what is left of it stays among the open work. */
export async function carryOutUndo(undo: FilePlan): Promise<void> {
  await undo.run().catch(() => undefined)
  const { steps } = undo.getSnapshot()
  const left = steps.filter(({ state }) => state !== 'done').length
  const kind = undo.about.kind === 'add' ? 'add' : 'remove'
  if (left === 0) toast({ title: words.undo.done[kind](steps.length, collectionsOf(undo)) })
  else toast({ tone: 'bad', title: words.undo.failed(left), message: words.undo.failedText })
}

/** What a plan is for, with files and collections by name, or by id where nobody says a name. */
export const aboutOf = (
  kind: PlanAbout['kind'],
  files: readonly KnowledgeFile[],
  collections: readonly Collection[] = [],
): PlanAbout => ({
  kind,
  files: Object.fromEntries(files.map((file) => [file.fileId, nameOf(file)])),
  collections: Object.fromEntries(collections.map(({ id, name }) => [id, name?.trim() || id])),
})
