import { sensitiveTagsIn } from '@shared/sensitivity/sensitive-documents'
import { exitCode, type Command } from '../../command'
import { printableLine } from '../../print/printable'
import { namedDocuments } from './named-document'

/** Marks documents by a tag, as the window does; `--remove` takes every tag away that marks them. */
export const confidential: Command = {
  name: 'confidential',
  usage: '<id or name…> [--remove]',
  about: 'aboutConfidential',
  options: ['remove'],
  needs: 'whatDocument',
  maxOperands: Infinity,
  async run(context) {
    const { args, out, say } = context
    const client = await context.client()
    const chosen = await namedDocuments(context, client)
    if (!chosen) return exitCode.failed
    const ids = chosen.map(({ id }) => id)
    const remove_tags = [...new Set(chosen.flatMap(({ tags }) => sensitiveTagsIn(tags)))]
    const isRemoved = args.has('remove')
    const change = isRemoved ? { remove_tags } : { add_tags: [say('confidentialTag')] }
    if (!isRemoved || remove_tags.length > 0) await client.documents.update({ ids, ...change })
    for (const { name } of chosen) {
      out.line(say(isRemoved ? 'confidentialNoMore' : 'confidentialNow', { name: printableLine(name) }))
    }
    return exitCode.fine
  },
}
