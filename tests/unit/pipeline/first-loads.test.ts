import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FirstLoads } from '@engine/pipeline/first-loads'

const never = new AbortController().signal

function counted() {
  const calls: string[] = []
  const lines: string[] = []
  const load = (name: string) => () => void calls.push(name)
  const loads = [
    { load: load('all') },
    { load: load('english'), language: 'en' as const },
    { load: load('chinese'), language: 'zh' as const },
  ]
  return { calls, lines, first: new FirstLoads(loads, (line) => lines.push(line)) }
}

// Would catch a dictionary that is read for every question, or for questions in the other language.
test('what a question needs is loaded once', async () => {
  const { calls, first } = counted()
  await first.forQuestion('en', never)
  await first.forQuestion('en', never)
  expect(calls).toEqual(['all', 'english'])
  await first.forQuestion('zh', never)
  expect(calls).toEqual(['all', 'english', 'chinese'])
})

test('a question takes over what is being loaded in the background, and does not wait for its pauses', async () => {
  const { calls, first } = counted()
  let goOn: () => void = () => undefined
  const pauses: Promise<void>[] = [Promise.resolve(), new Promise((resolve) => (goOn = resolve))]
  const background = first.inBackground('en', () => pauses.shift() ?? Promise.resolve())
  await first.forQuestion('en', never)
  expect(calls).toEqual(['all', 'english'])
  goOn()
  await background
  expect(calls).toEqual(['all', 'english'])
})

test('what cannot be loaded is told, keeps no question, and is tried again', async () => {
  const lines: string[] = []
  let tries = 0
  const load = () => {
    tries += 1
    throw new Error('no such file')
  }
  const first = new FirstLoads([{ load }], (line) => lines.push(line))
  await first.forQuestion('en', never)
  await first.forQuestion('en', never)
  expect(tries).toBe(2)
  expect(lines[0]).toContain('no such file')
})

test('a question that is cancelled waits no longer', async () => {
  const controller = new AbortController()
  const first = new FirstLoads([{ load: () => new Promise(() => undefined) }], () => undefined)
  const waiting = first.forQuestion('en', controller.signal)
  controller.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})

// Would catch a large graph that costs every question its three seconds for as long as it is being read.
test('what does not come in time is waited for once, until it is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let arrive: () => void = () => undefined
  const graph = new Promise<void>((resolve) => (arrive = resolve))
  const first = new FirstLoads([{ load: () => graph }, { load: () => undefined }], () => undefined)
  const waited = async () => {
    const ended: true[] = []
    const question = first.forQuestion('en', never).then(() => ended.push(true))
    for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    await vi.advanceTimersByTimeAsync(10)
    const isShort = ended.length > 0
    await vi.advanceTimersByTimeAsync(10_000)
    await question
    return isShort ? 'not' : 'to the limit'
  }
  expect(await waited()).toBe('to the limit')
  expect(await waited()).toBe('not')
  arrive()
  expect(await waited()).toBe('not')
  // Given up from memory, it is waited for once more.
  first.forget()
  expect(await waited()).toBe('not')
})
