import type { RunConditions } from './evaluation-run'

type Value = string | number | boolean | null

/** One thing that two runs were asked with or of otherwise, with both values; null for none. */
export interface ConditionChange {
  readonly of: 'library' | 'cairn' | 'models' | 'settings' | 'filter'
  /** A setting, what a model is for, a figure of the library, or what limits the search. */
  readonly name: string
  readonly first: Value
  readonly second: Value
}

/** What two runs were asked with and of otherwise, each with both values. */
export function conditionChanges(first: RunConditions, second: RunConditions): ConditionChange[] {
  const parts = (all: RunConditions) =>
    [
      ['library', { documents: all.library.documents, version: all.library.version }],
      ['cairn', { version: all.cairn }],
      ['models', all.models],
      ['settings', all.retrieval],
      ['filter', all.filter ?? {}],
    ] as const
  const seconds = new Map<ConditionChange['of'], object>(parts(second))
  return parts(first).flatMap(([of, values]) => changesOf(of, values, seconds.get(of) ?? {}))
}

function changesOf(of: ConditionChange['of'], first: object, second: object): ConditionChange[] {
  const [a, b] = [plainValues(first), plainValues(second)]
  const names = [...new Set([...a.keys(), ...b.keys()])]
  return names.flatMap((name) => {
    const change = { of, name, first: a.get(name) ?? null, second: b.get(name) ?? null }
    return change.first === change.second ? [] : [change]
  })
}

function plainValues(values: object): Map<string, Value> {
  return new Map(Object.entries(values).map(([name, value]) => [name, plainValue(value)]))
}

function plainValue(value: unknown): Value {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (!Array.isArray(value)) return JSON.stringify(value)
  return value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join(', ')
}
