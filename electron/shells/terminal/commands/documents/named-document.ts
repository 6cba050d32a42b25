import type { DocumentRecord } from '@shared/documents'
import type { Client, Context } from '../../command'
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

/**
 * The documents of these names. Null, with every problem told, where one of them is not one: a misspelt name among several must not
 * leave half of them changed.
 */
export function allNamed(
  context: Context,
  all: readonly DocumentRecord[],
  names: readonly string[],
  unknown?: Word,
): DocumentRecord[] | null {
  const { err, say } = context
  const found = names.map((wanted) => findDocument(all, { wanted, path: context.resolvePath(wanted) }, say, unknown))
  const chosen = found.filter((one) => typeof one !== 'string')
  if (chosen.length === found.length) return chosen
  for (const problem of found) if (typeof problem === 'string') err.line(say('error', { message: problem }))
  err.line(say('nothingChanged'))
  return null
}

/** The documents that a command line names, as `allNamed`. */
export async function namedDocuments(context: Context, client: Client): Promise<DocumentRecord[] | null> {
  return allNamed(context, await client.documents.list({}), context.args.operands)
}
