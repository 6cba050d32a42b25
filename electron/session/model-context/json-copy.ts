import { CairnError } from '@shared/errors'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Deeper than any record nests, and shallow enough for every walk over one. */
const deepest = 200

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
  if (isPlainRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item, [...path, key])]))
  }
  throw unfit(path, `${typeof value === 'number' ? String(value) : formlessName(value)} has no form in JSON`)
}

function isPlainRecord(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** True for an object with keys, not for an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A place as people read it: `search_session.query_results[0].query`. */
export function placeText(path: readonly PropertyKey[]): string {
  const parts = path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at ? '.' : ''}${String(part)}`))
  return parts.join('')
}

function formlessName(value: unknown): string {
  return typeof value === 'object' ? 'an object of a class' : typeof value
}

function unfit(path: readonly PropertyKey[], why: string): CairnError {
  const place = placeText(path) || 'The value'
  return new CairnError('INVALID_INPUT', `${place}: ${why}.`, 'Use text, finite numbers, true, false, null and lists.')
}
