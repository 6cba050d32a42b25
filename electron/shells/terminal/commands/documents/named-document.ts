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
 * The documents that a command line names. Null, and every problem told, where one of them is not one: a misspelt name among several
 * must not leave half of them changed.
 */
export async function namedDocuments(context: Context, client: Client): Promise<DocumentRecord[] | null> {
  const { args, err, say } = context
  const all = await client.documents.list({})
  const found = args.operands.map((wanted) => findDocument(all, { wanted, path: context.resolvePath(wanted) }, say))
  const problems = found.filter((one) => typeof one === 'string')
  for (const problem of problems) err.line(say('error', { message: problem }))
  return problems.length > 0 ? null : found.filter((one) => typeof one !== 'string')
}
