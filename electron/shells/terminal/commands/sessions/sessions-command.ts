import type { SessionHeader } from '@shared/session/session-view'
import { localTime } from '@shared/dates/local-time'
import { UsageError } from '../../args'
import { tableLines } from '../../print/align-columns'
import { exitCode, type Command, type Context } from '../../command'
import { printable, printableLine, printedAsJson } from '../../print/printable'
import { changeSession, type SessionAct, sessionActs } from './change-session'
import { checkedSession } from './session-choice'

export const sessions: Command = {
  name: 'sessions',
  usage:
    '[list|show <session>|search <words…>|rename <session> <title>|pin <session>|unpin <session>|trash <session>|restore <session>|delete <session>|mark <session> <evidence> <level>|move <session...> [--folder name]] [--json]',
  about: 'aboutSessions',
  options: ['folder', 'json'],
  needs: null,
  maxOperands: Infinity,
  run(context) {
    const [name = 'list', ...operands] = context.args.operands
    if (name === 'list' && operands.length === 0) return list(context)
    if (name === 'move') return move(context, operands)
    if (name === 'search') return search(context, operands)
    if (name === 'show') return show(context, operands[0] ?? '')
    if (isAct(name)) return changeSession(context, name, operands)
    throw new UsageError('tooManyOperands', { command: 'sessions', value: name }, 'sessions')
  },
}

function isAct(name: string): name is SessionAct {
  return Object.hasOwn(sessionActs, name)
}

async function list(context: Context): Promise<number> {
  const { client, err, say } = context
  const all = await (await client()).sessions.list()
  if (printedAsJson(context, all)) return exitCode.fine
  if (all.length === 0) err.line(say('noSessions'))
  else print(context, all)
  return exitCode.fine
}

/** Into the folder that is named, or out of theirs. */
async function move(context: Context, operands: readonly string[]): Promise<number> {
  const { client, args, say } = context
  const ids = operands.map((id) => checkedSession(id, 'sessions'))
  if (ids.length === 0) throw new UsageError('missingOperand', { command: 'sessions move', what: say('whatSessions') })
  const moved = await (await client()).sessions.move({ ids, folder: args.text('folder') ?? null })
  if (!printedAsJson(context, moved)) print(context, moved)
  return exitCode.fine
}

/** A table; its column of folders is there where a session is in one. */
function print({ out, say }: Context, list: readonly SessionHeader[]): void {
  const withFolders = list.some(({ folder }) => folder !== undefined)
  const rows = list.map((session) => [
    ...[session.id, localTime(session.updated_at), String(session.message_count)],
    ...(withFolders ? [printableLine(session.folder ?? '')] : []),
    titleOf(session),
  ])
  const head = ['id', say('updated'), say('messages'), ...(withFolders ? [say('folder')] : []), say('title')]
  for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
}

/** A pinned session stands first and has a star. */
function titleOf({ title, pinned }: SessionHeader): string {
  return `${pinned ? '★ ' : ''}${printableLine(title)}`
}

/** Sessions whose title, questions or answers hold every word. */
async function search(context: Context, words: readonly string[]): Promise<number> {
  const { out, err, say } = context
  const query = words.join(' ').trim()
  if (query === '') throw new UsageError('missingOperand', { command: 'sessions', what: say('whatWords') }, 'sessions')
  const hits = await (await context.client()).sessions.search({ query })
  if (printedAsJson(context, hits)) return exitCode.fine
  if (hits.length === 0) err.line(say('noSessionHas'))
  for (const { header, snippet } of hits) {
    out.line(`${header.id}  ${titleOf(header)}`)
    out.line(`    ${printableLine(snippet)}`)
  }
  return hits.length > 0 ? exitCode.fine : exitCode.failed
}

/** The questions and answers of a session; with --json all that is recorded of it. */
async function show(context: Context, wanted: string): Promise<number> {
  const { out } = context
  const id = checkedSession(wanted, 'sessions')
  const client = await context.client()
  const record = await client.sessions.get({ id })
  if (printedAsJson(context, record)) return exitCode.fine
  for (const { role, content } of record.session.messages) {
    out.line(role === 'user' ? `> ${printableLine(content)}` : printable(content))
    out.line()
  }
  return exitCode.fine
}
