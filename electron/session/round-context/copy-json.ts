import { CairnError } from '@shared/errors'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Deeper values are a mistake, most often an object that holds itself. */
const deepest = 200

/**
 * A deep copy of a value that JSON can say, and that reads back the same: -0 becomes 0, which is what JSON makes of it.
 * @throws CairnError `INVALID_INPUT` with the path of the first part that JSON would leave out or change.
 */
export function copyJson(value: unknown): Json {
  return copy(value, [])
}

function copy(value: unknown, path: readonly PropertyKey[]): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0
  if (path.length > deepest) throw refusal(path.slice(0, 5), 'is nested too deeply')
  // Array.from, because map would pass over holes.
  if (Array.isArray(value)) return Array.from(value, (item: unknown, at) => copy(item, [...path, at]))
  if (!isPlainObject(value)) throw refusal(path, 'cannot be written as JSON')
  // fromEntries makes a property of its own even of `__proto__`.
  return Object.fromEntries(
    Reflect.ownKeys(value).map((key) => {
      if (typeof key === 'symbol') throw refusal([...path, key], 'cannot be written as JSON')
      return [key, copy(Reflect.get(value, key), [...path, key])]
    }),
  )
}

function refusal(path: readonly PropertyKey[], why: string): CairnError {
  const where = path.length === 0 ? 'The value' : path.map(String).join('.')
  return new CairnError(
    'INVALID_INPUT',
    `${where} ${why}.`,
    'Give text, finite numbers, true, false, null, lists and plain objects.',
  )
}

/** An object literal or what JSON.parse makes, whatever realm it is from; not a Map, a Date or an instance of a class. */
export function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
