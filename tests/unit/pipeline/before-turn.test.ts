import { expect, test } from 'vitest'
import type { EventBody } from '@shared/events'
import { telling } from '@engine/pipeline/before-turn'

/** A wait whose clock is moved by hand. */
function waiting() {
  const said: EventBody[] = []
  let strike: (() => void) | undefined
  const after = (_: number, then: () => void) => {
    strike = then
    return () => (strike = undefined)
  }
  const tell = (work: () => Promise<string>) => telling('loading', (body) => said.push(body), work, after)
  return { said, tell, late: () => strike?.() }
}

// Would catch a line that flashes up for every question, and one that is missing where somebody really waits.
test('what a question waits for is said once the wait can be noticed, and not before', async () => {
  const { said, tell, late } = waiting()
  expect(await tell(() => Promise.resolve('there already'))).toBe('there already')
  late()
  expect(said).toEqual([])
  let load: (value: string) => void = () => undefined
  const told = tell(() => new Promise((resolve) => (load = resolve)))
  late()
  expect(said).toEqual([{ type: 'preparing', what: 'loading' }])
  load('loaded')
  expect(await told).toBe('loaded')
})

test('a wait that fails says nothing afterwards', async () => {
  const { said, tell, late } = waiting()
  await expect(tell(() => Promise.reject(new Error('cancelled')))).rejects.toThrow('cancelled')
  late()
  expect(said).toEqual([])
})
