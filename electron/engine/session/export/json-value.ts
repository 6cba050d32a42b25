import { CairnError } from '@shared/errors'
import { isRecord, pathText } from '@shared/session/validate-session'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Deeper than any record nests, and shallow enough for every walk over one. */
const deepest = 200
const namedParts = 12

/**
 * A deep copy that survives JSON unchanged: every key is kept, `__proto__` too, and -0 becomes 0. What JSON would drop
 * or bend (undefined, NaN, dates, functions) throws `INVALID_INPUT` that names the place.
 */
export function jsonCopy(value: unknown): Json {
  return copyOf(value, [])
}

function copyOf(value: unknown, path: PropertyKey[]): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0
  if (path.length > deepest) throw unfit(path, `nests deeper than ${deepest} levels`)
  if (Array.isArray(value)) return Array.from(value, (item: unknown, at) => copyOf(item, [...path, at]))
  if (isPlainObject(value)) {
    return Object.fromEntries(
      Reflect.ownKeys(value).map((key) => {
        if (typeof key === 'symbol') throw unfit([...path, key], 'a symbol has no form in JSON')
        return [key, copyOf(Reflect.get(value, key), [...path, key])]
      }),
    )
  }
  throw unfit(path, `${typeof value === 'number' ? String(value) : formlessName(value)} has no form in JSON`)
}

/** Whether a value is a plain object, of any realm; not a Map, a Date or an instance of a class. */
export function isPlainObject(value: unknown): value is object {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function formlessName(value: unknown): string {
  return typeof value === 'object' ? 'an object of a class' : typeof value
}

function unfit(path: readonly PropertyKey[], why: string): CairnError {
  // Of what holds itself, the beginning says where it is.
  const place = pathText(path.slice(0, namedParts)) || 'The value'
  return new CairnError('INVALID_INPUT', `${place}: ${why}.`, 'Use text, finite numbers, true, false, null and lists.')
}
