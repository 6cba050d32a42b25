import { exitCode, type Command } from '../../command'
import { isConfirmed } from '../../print/ask-user'
import { printable, printableLine } from '../../print/printable'
import { fileOrInFolder, WholeFile } from '../../print/whole-file'

export const report: Command = {
  name: 'report',
  usage: '[file] [--yes]',
  about: 'aboutReport',
  options: ['yes'],
  needs: null,
  maxOperands: 1,
  async run(context) {
    const { client, out, err, say, args } = context
    const { text } = await (await client()).diagnostics.report()
    out.write(printable(text))
    const name = args.operands[0]
    if (name === undefined) return exitCode.fine
    // Nobody saves, and then sends, what nobody has read.
    if (!args.has('yes') && !(await isConfirmed(context, say('reportAsk')))) {
      err.line(say('reportNotSaved'))
      return exitCode.failed
    }
    const file = await WholeFile.create(await fileOrInFolder(context.resolvePath(name), 'cairn-report.md'))
    try {
      await file.write(Buffer.from(text))
      await file.finish()
    } finally {
      await file.discard()
    }
    err.line(say('reportSaved', { file: printableLine(file.path) }))
    return exitCode.fine
  },
}
