import { exitCode, type Command } from '../../command'
import { printableLine } from '../../print/printable'
import { namedDocuments } from './named-document'

export const deleteDocuments: Command = {
  name: 'delete',
  usage: '<id or name…>',
  about: 'aboutDelete',
  options: [],
  needs: 'whatDocument',
  maxOperands: Infinity,
  async run(context) {
    const { out, say } = context
    const client = await context.client()
    const named = await namedDocuments(context, client)
    if (!named) return exitCode.failed
    const chosen = new Map(named.map((document) => [document.id, document]))
    const { deleted } = await client.documents.delete({ ids: [...chosen.keys()] })
    for (const id of deleted) out.line(say('deleted', { name: printableLine(chosen.get(id)?.name ?? id) }))
    return deleted.length === chosen.size ? exitCode.fine : exitCode.failed
  },
}
