import { QueryObserver } from '@tanstack/react-query'
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
