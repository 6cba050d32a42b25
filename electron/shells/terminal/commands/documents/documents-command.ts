import type { DocumentRecord } from '@shared/documents'
import { nearGroups } from '@shared/near-duplicates'
import type { Say } from '../../words/terminal-words'
import { tableLines } from '../../print/align-columns'
import { exitCode, type Command } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'

/** The name, and behind it the document that stands for those that are nearly the same. */
function nameOf({ name }: DocumentRecord, leader: string | undefined, say: Say): string {
  const own = printableLine(name)
  return leader === undefined ? own : `${own} (${say('nearlySameAs', { name: printableLine(leader) })})`
}

export const documents: Command = {
  name: 'documents',
  usage: '[--json] [--collection name]',
  about: 'aboutDocuments',
  options: ['json', 'collection'],
  needs: null,
  maxOperands: 0,
  async run({ client, args, out, err, say }) {
    const list = await (await client()).documents.list({ collection: args.text('collection') })
    if (printedAsJson({ args, out }, list)) return exitCode.fine
    if (list.length === 0) {
      err.line(say('noDocuments'))
      return exitCode.fine
    }
    const head = ['id', say('state'), say('name'), say('format'), say('chunks'), say('characters'), say('collection')]
    const leaders = new Map(
      nearGroups(list).flatMap(([leader, ...others]) => others.map(({ id }) => [id, leader?.name ?? ''])),
    )
    const rows = list.map((document) => [
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
  },
}
