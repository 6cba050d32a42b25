import type { CatalogueEntry, InstalledModel } from '@shared/models/models'
import type { TextKeyBelow } from '@renderer/locales/text-key'

/** A fact of a model; the texts stand in the locale file under `facts`. */
export interface ModelFact {
  readonly key: TextKeyBelow<'models', 'facts'>
  readonly values: Readonly<Record<string, string | number>>
}

interface Texts {
  readonly size: (bytes: number) => string
  readonly number: (count: number) => string
  /** As people count weights: `362 million`, `4 billion`. */
  readonly round: (count: number) => string
}

export function installedFacts(
  { bytes, licence, details }: InstalledModel,
  { size, number, round }: Texts,
): ModelFact[] {
  const { quantization, context_length, dimensions, memory_bytes, parameters } = details
  return [
    fact('size', { size: size(bytes) }),
    ...(parameters === null ? [] : [fact('parameters', { number: round(parameters) })]),
    ...(quantization === null ? [] : [fact('plain', { text: quantization })]),
    ...(context_length === null ? [] : [fact('context', { number: number(context_length) })]),
    ...(dimensions === null ? [] : [fact('dimensions', { number: number(dimensions) })]),
    ...(memory_bytes > 0 ? [fact('memory', { size: size(memory_bytes) })] : []),
    ...(licence === null ? [] : [fact('plain', { text: licence })]),
  ]
}

export function entryFacts(entry: CatalogueEntry, { size, number }: Texts): ModelFact[] {
  const { bytes, context_length, dimensions } = entry
  return [
    fact('download', { size: size(bytes) }),
    ...(context_length === null ? [] : [fact('context', { number: number(context_length) })]),
    ...(dimensions === null ? [] : [fact('dimensions', { number: number(dimensions) })]),
  ]
}

const mostLanguages = 4

/** Languages by their names, the first few of many. `many` stands for the code `mul`, `between` between two. */
export function languagesText(codes: readonly string[], locale: string, many: string, between: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'language', fallback: 'code' })
  const said = codes.slice(0, mostLanguages).map((code) => (code === 'mul' ? many : (safely(names, code) ?? code)))
  const rest = codes.length - said.length
  return `${said.join(between)}${rest > 0 ? ` +${rest}` : ''}`
}

/** A language's name; undefined for an invalid code, for which the browser throws. */
function safely(names: Intl.DisplayNames, code: string): string | undefined {
  try {
    return names.of(code)
  } catch {
    return undefined
  }
}

function fact(key: ModelFact['key'], values: ModelFact['values']): ModelFact {
  return { key, values }
}
