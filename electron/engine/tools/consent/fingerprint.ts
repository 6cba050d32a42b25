import { createHash } from 'node:crypto'
import { byCodeUnits } from '@shared/hash'

/** A JSON value with the keys of its objects in order, so that equal values are equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner
    const entries = Object.entries(inner).sort(([a], [b]) => byCodeUnits(a, b))
    // Not by assignment: a key may be `__proto__`.
    return Object.fromEntries(entries)
  })
}

/** SHA-256 of a JSON value, in hex: the same for equal values in whatever order their keys stand. */
export function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** Tells two calls of a tool apart without saying what they were: 16 hex digits. */
export function argumentsDigest(args: unknown): string {
  return fingerprintOf(args).slice(0, 16)
}
