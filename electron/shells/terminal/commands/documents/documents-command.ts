import type { DocumentRecord } from '@shared/documents'
import { nearGroups } from '@shared/near-duplicates'
import type { Say } from '../../words/terminal-words'
import { UsageError } from '../../args'
import { tableLines } from '../../print/align-columns'
import { exitCode, type Command, type Context } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'
import { changeActions } from './change-documents'

/** The name, and behind it the document that stands for those that are nearly the same. */
function nameOf({ name }: DocumentRecord, leader: string | undefined, say: Say): string {
  const own = printableLine(name)
  return leader === undefined ? own : `${own} (${say('nearlySameAs', { name: printableLine(leader) })})`
}

export const documents: Command = {
  name: 'documents',
  usage:
    '[list|text <document>|title <document> <title>|move <collection> <document…>|tag <tag> <document…>|untag <tag> <document…>] [--json] [--collection name]',
  about: 'aboutDocuments',
  options: ['json', 'collection'],
  needs: null,
  maxOperands: Infinity,
  run(context) {
    const [name = 'list', ...operands] = context.args.operands
    if (name === 'list' && operands.length === 0) return list(context)
    const action = Object.hasOwn(changeActions, name) ? changeActions[name] : undefined
    if (action) return action(context, operands)
    throw new UsageError('tooManyOperands', { command: 'documents', value: name }, 'documents')
  },
}

async function list({ client, args, out, err, say }: Context): Promise<number> {
  const all = await (await client()).documents.list({ collection: args.text('collection') })
  if (printedAsJson({ args, out }, all)) return exitCode.fine
  if (all.length === 0) {
    err.line(say('noDocuments'))
    return exitCode.fine
  }
  const head = ['id', say('state'), say('name'), say('format'), say('chunks'), say('characters'), say('collection')]
  const leaders = new Map(
    nearGroups(all).flatMap(([leader, ...others]) => others.map(({ id }) => [id, leader?.name ?? ''])),
  )
  const rows = all.map((document) => [
    document.id,
    say(document.status),
    nameOf(document, leaders.get(document.id), say),
    document.format ?? '',
    String(document.chunk_count),
    String(document.char_count),
    printableLine(document.collection),
  ])
  for (const line of tableLines([head, ...rows], new Set([4, 5]))) out.line(line)
  return exitCode.fine
}
