import { sensitiveTagsIn } from '@shared/sensitivity/sensitive-documents'
import { exitCode, type Command } from '../../command'
import { printableLine } from '../../print/printable'
import { findDocument } from './named-document'

/** Marks documents by a tag, as the window does; `--remove` takes every tag away that marks them. */
export const confidential: Command = {
  name: 'confidential',
  usage: '<id or name…> [--remove]',
  about: 'aboutConfidential',
  options: ['remove'],
  needs: 'whatDocument',
  maxOperands: Infinity,
  async run(context) {
    const { args, out, err, say } = context
    const client = await context.client()
    const all = await client.documents.list({})
    const found = args.operands.map((wanted) => findDocument(all, { wanted, path: context.resolvePath(wanted) }, say))
    // All or nothing: a misspelt name must not leave some of them marked.
    const problems = found.filter((one) => typeof one === 'string')
    if (problems.length > 0) {
      for (const problem of problems) err.line(say('error', { message: problem }))
      return exitCode.failed
    }
    const chosen = found.filter((one) => typeof one !== 'string')
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
