import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RestTimes } from '@engine/platform/rest/rest-times'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function times() {
  const log: string[] = []
  return { log, rest: new RestTimes((line) => log.push(line), 1000) }
}

test('rests once nothing was used for the whole time, and again only after further use', () => {
  const { rest } = times()
  let given = 0
  rest.follow(() => (given += 1))
  rest.used()
  vi.advanceTimersByTime(900)
  rest.used()
  vi.advanceTimersByTime(900)
  expect([given, rest.isAtRest]).toEqual([0, false])
  vi.advanceTimersByTime(100)
  expect([given, rest.isAtRest]).toEqual([1, true])
  vi.advanceTimersByTime(10_000)
  expect(given).toBe(1)
  rest.used()
  vi.advanceTimersByTime(1000)
  expect(given).toBe(2)
})

// Would catch dictionaries that are given up in the middle of a long question, loaded again, and given up again (1.7 GB within one question).
test('does not rest while something works, and rests as long after it as after any use', () => {
  const { rest } = times()
  let [given, works] = [0, true]
  rest.follow(() => (given += 1))
  rest.notWhile(() => works)
  rest.used()
  vi.advanceTimersByTime(5500)
  expect(given).toBe(0)
  works = false
  vi.advanceTimersByTime(400)
  expect(given).toBe(0)
  vi.advanceTimersByTime(100)
  expect(given).toBe(1)
})

test('what cannot give up anything keeps nobody else from it', () => {
  const { rest, log } = times()
  let given = 0
  rest.follow(() => {
    throw new Error('own')
  })
  rest.follow(() => (given += 1))
  rest.used()
  vi.advanceTimersByTime(1000)
  expect(given).toBe(1)
  expect(log).toEqual(['Memory could not be given up: Error: own'])
})

test('a closed engine never rests', () => {
  const { rest } = times()
  let given = 0
  rest.follow(() => (given += 1))
  rest.used()
  rest.close()
  rest.used()
  vi.advanceTimersByTime(2000)
  expect(given).toBe(0)
})
