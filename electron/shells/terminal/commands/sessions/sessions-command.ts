import type { SessionHeader } from '@shared/session/session-view'
import { tableLines } from '../../print/align-columns'
import { choiceOf, UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { printableLine, printedAsJson } from '../../print/printable'
import { checkedSession } from './session-choice'

export const sessions: Command = {
  name: 'sessions',
  usage: '[move <session...> [--folder name]] [--json]',
  about: 'aboutSessions',
  options: ['folder', 'json'],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { client, args, out, err, say } = context
    const [action] = args.operands
    if (action !== undefined) return choiceOf({ move }, action, 'sessions')(context)
    const list = await (await client()).sessions.list()
    if (printedAsJson({ args, out }, list)) return exitCode.fine
    if (list.length === 0) err.line(say('noSessions'))
    else print(context, list)
    return exitCode.fine
  },
}

/** Into the folder that is named, or out of theirs. */
async function move(context: Context): Promise<number> {
  const { client, args, out } = context
  const ids = args.operands.slice(1).map((id) => checkedSession(id, 'sessions'))
  if (ids.length === 0)
    throw new UsageError('missingOperand', { command: 'sessions move', what: context.say('whatSessions') })
  const moved = await (await client()).sessions.move({ ids, folder: args.text('folder') ?? null })
  if (!printedAsJson({ args, out }, moved)) print(context, moved)
  return exitCode.fine
}

/** A table; its column of folders is there where a session is in one. */
function print({ out, say }: Context, list: readonly SessionHeader[]): void {
  const withFolders = list.some(({ folder }) => folder !== undefined)
  const rows = list.map(({ id, updated_at: updated, message_count: count, title, folder = '' }) => [
    ...[id, updated, String(count)],
    ...(withFolders ? [printableLine(folder)] : []),
    printableLine(title),
  ])
  const head = ['id', say('updated'), say('messages'), ...(withFolders ? [say('folder')] : []), say('title')]
  for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
}
