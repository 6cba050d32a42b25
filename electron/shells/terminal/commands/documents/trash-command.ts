import type { DocumentRecord } from '@shared/documents'
import { localTime } from '@shared/dates/local-time'
import { choiceOf } from '../../args'
import { type Command, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { allNamed } from './named-document'

const actions: Readonly<Record<string, (context: Context, names: readonly string[]) => Promise<number>>> = {
  list,
  put,
  restore,
  empty,
}

export const trash: Command = {
  name: 'trash',
  usage: 'list|put <id or name…>|restore <id or name…>|empty [id or name…] [--json]',
  about: 'aboutTrash',
  options: ['json'],
  needs: 'whatTrashAction',
  maxOperands: Infinity,
  run(context) {
    const [name = '', ...names] = context.args.operands
    return choiceOf(actions, name, 'trash')(context, names)
  },
}

/** Until when each can be brought back. */
const keptMs = 30 * 24 * 3_600_000

async function list(context: Context): Promise<number> {
  const { args, out, err, say } = context
  const all = await (await context.client()).documents.trashed()
  if (printedAsJson({ args, out }, all)) return exitCode.fine
  if (all.length === 0) {
    err.line(say('trashIsEmpty'))
    return exitCode.fine
  }
  const head = ['id', say('trashedFor'), say('trashedUntil'), say('name')]
  const rows = all.map((record) => [
    record.id,
    say(reasonOf(record)),
    localTime((record.trashed_at ?? 0) + keptMs),
    printableLine(record.name),
  ])
  for (const line of tableLines([head, ...rows], new Set())) out.line(line)
  return exitCode.fine
}

function reasonOf({ trashed_for }: DocumentRecord) {
  if (trashed_for === 'file_gone') return 'trashedFileGone'
  return trashed_for === 'left_out' ? 'trashedLeftOut' : 'trashedByYou'
}

/** Hides documents at once; they are deleted for good thirty days later. */
async function put(context: Context, names: readonly string[]): Promise<number> {
  const { out, say } = context
  const client = await context.client()
  const chosen = allNamed(context, await client.documents.list({}), names)
  if (!chosen || chosen.length === 0) return exitCode.failed
  const { trashed } = await client.documents.trash({ ids: chosen.map(({ id }) => id) })
  for (const { id, name } of chosen)
    if (trashed.includes(id)) out.line(say('putInTrash', { name: printableLine(name) }))
  return trashed.length === chosen.length ? exitCode.fine : exitCode.failed
}

async function restore(context: Context, names: readonly string[]): Promise<number> {
  const { out, say } = context
  const client = await context.client()
  const chosen = allNamed(context, await client.documents.trashed(), names, 'noneInTrash')
  if (!chosen || chosen.length === 0) return exitCode.failed
  const { restored } = await client.documents.restore({ ids: chosen.map(({ id }) => id) })
  for (const { id, name } of chosen) if (restored.includes(id)) out.line(say('restored', { name: printableLine(name) }))
  return restored.length === chosen.length ? exitCode.fine : exitCode.failed
}

async function empty(context: Context, names: readonly string[]): Promise<number> {
  const { out, say } = context
  const client = await context.client()
  const all = await client.documents.trashed()
  const chosen = names.length === 0 ? all : allNamed(context, all, names, 'noneInTrash')
  if (!chosen) return exitCode.failed
  const ids = chosen.map(({ id }) => id)
  if (ids.length > 0) await client.documents.empty_trash(names.length === 0 ? {} : { ids })
  out.line(say('trashEmptied', { count: ids.length }))
  return exitCode.fine
}
