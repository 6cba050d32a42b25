import type { DocumentRecord } from '@shared/documents'
import { printableLine } from '../../print/printable'
import type { Say, Word } from '../../words/terminal-words'

/** The one document with this id, name or path; otherwise a sentence that says why there is not one. */
export function findDocument(
  all: readonly DocumentRecord[],
  { wanted, path }: { readonly wanted: string; readonly path: string },
  say: Say,
  unknown: Word = 'noSuchDocument',
): DocumentRecord | string {
  const byId = all.find((document) => document.id === wanted)
  if (byId) return byId
  const named = all.filter((document) => document.name === wanted || document.source === path)
  const [first, second] = named
  if (first && !second) return first
  const name = printableLine(wanted)
  if (!first) return say(unknown, { name })
  return say('ambiguousDocument', { name, count: named.length, ids: named.map(({ id }) => id).join(', ') })
}
