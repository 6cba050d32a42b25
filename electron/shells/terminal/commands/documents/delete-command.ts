import { exitCode, type Command } from '../../command'
import { printableLine } from '../../print/printable'
import { findDocument } from './named-document'

export const deleteDocuments: Command = {
  name: 'delete',
  usage: '<id or name…>',
  about: 'aboutDelete',
  options: [],
  needs: 'whatDocument',
  maxOperands: Infinity,
  async run(context) {
    const { args, out, err, say } = context
    const client = await context.client()
    const all = await client.documents.list({})
    const found = args.operands.map((wanted) => findDocument(all, { wanted, path: context.resolvePath(wanted) }, say))
    // All or nothing: a misspelt name among several must not leave half of them deleted.
    const problems = found.filter((one) => typeof one === 'string')
    if (problems.length > 0) {
      for (const problem of problems) err.line(say('error', { message: problem }))
      return exitCode.failed
    }
    const chosen = new Map(found.filter((one) => typeof one !== 'string').map((document) => [document.id, document]))
    const { deleted } = await client.documents.delete({ ids: [...chosen.keys()] })
    for (const id of deleted) out.line(say('deleted', { name: printableLine(chosen.get(id)?.name ?? id) }))
    return deleted.length === chosen.size ? exitCode.fine : exitCode.failed
  },
}
