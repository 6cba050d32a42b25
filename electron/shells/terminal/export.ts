import { rename, rm, writeFile } from 'node:fs/promises'
import { exitCode, type Command } from './command'
import { printableJson, printableLine } from './printable'

export const exportSession: Command = {
  name: 'export',
  usage: '<session> [--out file]',
  about: 'aboutExport',
  options: ['out'],
  needs: 'whatSession',
  most: 1,
  async run(context) {
    const { args, out, err, say } = context
    const session = await (await context.client()).sessions.get({ id: args.operands[0] ?? '' })
    const json = printableJson(session, 2)
    const target = args.text('out')
    if (target === undefined) {
      out.line(json)
      return exitCode.fine
    }
    const file = context.resolvePath(target)
    await writeWhole(file, `${json}\n`)
    err.line(say('exported', { file: printableLine(file) }))
    return exitCode.fine
  },
}

/** Writes beside the target and renames, so that a full disk never leaves half a file under the name asked for. */
async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporary, text, { flush: true })
    await rename(temporary, file)
  } finally {
    await rm(temporary, { force: true })
  }
}
