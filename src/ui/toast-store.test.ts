import { beforeEach, expect, it } from 'vitest'
import { currentToasts, dismissToast, subscribeToasts, toast } from './toast-store'

beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
})

it('keeps the newest four and tells its listeners', () => {
  let told = 0
  const leave = subscribeToasts(() => {
    told += 1
  })
  for (const title of ['a', 'b', 'c', 'd', 'e']) toast({ title })
  expect(currentToasts().map((shown) => shown.title)).toEqual(['b', 'c', 'd', 'e'])
  expect(told).toBe(5)
  leave()
  toast({ title: 'f' })
  expect(told).toBe(5)
})

it('says the same thing once', () => {
  toast({ title: 'File deleted' })
  const again = toast({ title: 'File deleted' })
  expect(currentToasts().map((shown) => shown.id)).toEqual([again])
})

it('stands longer when there is something to do', () => {
  toast({ title: 'Saved' })
  toast({ title: 'Removed', action: { label: 'Undo', onSelect: () => undefined } })
  const [plain, undo] = currentToasts()
  expect(undo?.lasts).toBeGreaterThan(plain?.lasts ?? 0)
})
