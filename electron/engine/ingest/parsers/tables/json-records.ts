import type { DataRecord } from './records'

type Plain = Readonly<Record<string, unknown>>

/** Numbers are read as they are written: 18.0 stays that, and long ones keep their last digits. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gu
/** Deeper ones are programs' own. */
const deepest = 4

/** The records of a JSON text: a list of objects, one object a line, or one flat object; undefined for any other JSON. */
export function recordsOfJson(text: string): DataRecord[] | undefined {
  const value = parsed(text) ?? linesOf(text)
  const objects = Array.isArray(value) ? value : isPlain(value) && isFlat(value) ? [value] : []
  if (objects.length === 0 || !objects.every(isPlain)) return undefined
  const records = objects.map((object) => {
    const fields = new Map<string, string>()
    return collect(object, '', fields, deepest) ? fields : null
  })
  const whole = records.filter((record) => record !== null && record.size > 0)
  return whole.length === records.length ? whole.flatMap((record) => record ?? []) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(stringOrNumber, (found) => (found.startsWith('"') ? found : `"${found}"`)))
  } catch {
    // Not JSON as a whole: perhaps one object a line, or what only looks like it.
    return undefined
  }
}

function linesOf(text: string): unknown[] | undefined {
  const values = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parsed(line)]))
  return values.length > 0 && values.every(isPlain) ? values : undefined
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): value is string | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

function isFlat(object: Plain): boolean {
  const values = Object.values(object)
  return values.length > 1 && values.every(isScalar)
}

/** Names of nested values follow those of what they are in: "address city". False where lists of objects or too much depth are met. */
function collect(object: Plain, before: string, fields: Map<string, string>, depth: number): boolean {
  return Object.entries(object).every(([name, value]) => {
    const path = before === '' ? name : `${before} ${name}`
    if (isScalar(value)) fields.set(path, value === null ? '' : String(value))
    else if (Array.isArray(value)) {
      if (!value.every(isScalar)) return false
      fields.set(path, value.join(', '))
    } else return isPlain(value) && depth > 0 && collect(value, path, fields, depth - 1)
    return true
  })
}
