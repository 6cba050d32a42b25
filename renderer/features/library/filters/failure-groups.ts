import type { DocumentRecord } from '@shared/documents'
import type { ErrorReport } from '@shared/errors'

/** Documents that could not be read for one reason, and are of one kind of file. */
export interface FailureGroup {
  /** What the filter names it by. */
  readonly reason: string
  /** Of the first of them. */
  readonly error: ErrorReport
  /** The end of their names without the dot, small; empty for none. */
  readonly extension: string
  readonly ids: readonly string[]
}

/** The reason of a failure: the engine's sentence whatever numbers it names, and the kind of file; null where nothing failed. */
export function reasonOf({ error, name }: Pick<DocumentRecord, 'error' | 'name'>): string | null {
  if (!error) return null
  return [error.code, error.message.replace(/\d[\d.,]*/gu, '#'), extensionOf(name)].join('\n')
}

/** Groups failures by reason, the largest group first. */
export function failureGroups(documents: Iterable<DocumentRecord>): FailureGroup[] {
  const groups = new Map<string, Omit<FailureGroup, 'ids'> & { ids: string[] }>()
  for (const { id, name, error } of documents) {
    const reason = reasonOf({ error, name })
    if (!error || reason === null) continue
    const known = groups.get(reason)
    if (known) known.ids.push(id)
    else groups.set(reason, { reason, error, extension: extensionOf(name), ids: [id] })
  }
  return [...groups.values()].toSorted((a, b) => b.ids.length - a.ids.length)
}

function extensionOf(name: string): string {
  return /\.([\p{L}\p{N}]{1,10})$/u.exec(name)?.[1]?.toLowerCase() ?? ''
}
