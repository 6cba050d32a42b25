import { tableLines } from '../../print/align-columns'
import { exitCode, type Command } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'

export const sessions: Command = {
  name: 'sessions',
  usage: '[--json]',
  about: 'aboutSessions',
  options: ['json'],
  needs: null,
  maxOperands: 0,
  async run({ client, args, out, err, say }) {
    const list = await (await client()).sessions.list()
    if (printedAsJson({ args, out }, list)) return exitCode.fine
    if (list.length === 0) {
      err.line(say('noSessions'))
      return exitCode.fine
    }
    const rows = list.map((session) => [
      session.id,
      session.updated_at,
      String(session.message_count),
      printableLine(session.title),
    ])
    const head = ['id', say('updated'), say('messages'), say('title')]
    for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
    return exitCode.fine
  },
}
