import { byCodeUnits } from '@shared/hash'
import type { SessionContext } from '@shared/session/session-context'

const first = ['schema_version', 'meta', 'session']
const last = ['evidences', 'context_blocks']

/**
 * A session as JSON, always in the same bytes however it was stored or read: fields in alphabetical order below the
 * schema's own at the top, two spaces, a line break at the end.
 */
export function sessionJson(context: SessionContext): string {
  const names = Object.keys(context).filter((name) => !first.includes(name) && !last.includes(name))
  const ordered = [...first, ...names.toSorted(byCodeUnits), ...last]
  const entries = new Map(Object.entries(context))
  return `${JSON.stringify(
    Object.fromEntries(ordered.filter((name) => entries.has(name)).map((name) => [name, sorted(entries.get(name))])),
    null,
    2,
  )}\n`
}

/** Any JSON data with its fields in alphabetical order. */
export function canonicalJson(value: unknown): string {
  return `${JSON.stringify(sorted(value), null, 2)}\n`
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  // What says itself how it becomes JSON.
  if ('toJSON' in value) return sorted(JSON.parse(JSON.stringify(value)))
  const entries: [string, unknown][] = Object.entries(value)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => byCodeUnits(a, b)).map(([name, each]) => [name, sorted(each)]),
  )
}
