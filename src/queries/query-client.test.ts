import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient, readAnew } from './query-client'

it('a first reading that is under way when something changed is not taken for what is there now', async () => {
  const client = createQueryClient()
  const answers: ((value: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['files'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  })
  const leave = observer.subscribe(() => {})
  await expect.poll(() => answers.length).toBe(1)
  const reading = readAnew(client, ['files'])
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  await reading
  expect(observer.getCurrentResult().data).toBe('after')
  leave()
})

it('what could not be read stays failed while it is read again, until there is an answer', async () => {
  const client = createQueryClient()
  const answers: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['files'],
    queryFn: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
    retry: false,
  })
  const shown: unknown[] = []
  // As screens are told: once all changes of a moment are made.
  const leave = observer.subscribe(
    notifyManager.batchCalls(() => void shown.push(observer.getCurrentResult().status)),
  )
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.reject(new Error('away'))
  await expect.poll(() => shown.at(-1)).toBe('error')
  shown.length = 0
  void observer.refetch()
  await expect.poll(() => answers.length).toBe(2)
  expect(observer.getCurrentResult()).toMatchObject({ error: new Error('away'), isFetching: true })
  answers[1]?.reject(new Error('still away'))
  await expect.poll(() => observer.getCurrentResult().error?.message).toBe('still away')
  void observer.refetch()
  await expect.poll(() => answers.length).toBe(3)
  answers[2]?.resolve('here')
  await expect.poll(() => observer.getCurrentResult().data).toBe('here')
  expect(observer.getCurrentResult().error).toBeNull()
  expect(shown).not.toContain('pending')
  // What is forgotten begins anew.
  const forgotten = client.resetQueries()
  await expect.poll(() => answers.length).toBe(4)
  expect(observer.getCurrentResult().status).toBe('pending')
  answers[3]?.resolve('here')
  await forgotten
  leave()
})
