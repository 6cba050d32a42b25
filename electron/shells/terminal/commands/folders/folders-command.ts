import type { FolderRules, FolderState } from '@shared/folders/folder-shapes'
import { choiceOf, UsageError } from '../../args'
import { type Client, type Command, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { followJob } from '../../print/print-job'
import { printableLine, printedAsJson } from '../../print/printable'
import { printReport } from '../../print/problems'
import type { Word } from '../../words/terminal-words'
import { rulesFrom } from './folder-rule-options'

type Act = (context: Context, operand: string | undefined) => Promise<number>

const actions: Readonly<Record<string, Act>> = {
  list,
  add,
  pause: (context, operand) => change(context, operand, () => ({ paused: true })),
  resume: (context, operand) => change(context, operand, () => ({ paused: false })),
  rules: (context, operand) => change(context, operand, ({ rules }) => ({ rules: rulesFrom(context.args, rules) })),
  rescan,
  'take-back': takeBack,
  remove,
}

export const folders: Command = {
  name: 'folders',
  usage:
    'list|add <folder>|pause <folder>|resume <folder>|rules <folder>|rescan [folder]|take-back <folder>|remove <folder> [--collection name] [--folders] [--ignore patterns] [--kinds extensions] [--max-mb number] [--depth number] [--read-again] [--json]',
  about: 'aboutFolders',
  options: ['collection', 'folders', 'ignore', 'kinds', 'max-mb', 'depth', 'read-again', 'json'],
  needs: 'whatFolderAction',
  maxOperands: 2,
  run(context) {
    const [name = '', operand] = context.args.operands
    return choiceOf(actions, name, 'folders')(context, operand)
  },
}

async function list(context: Context): Promise<number> {
  const { args, out, err, say } = context
  const all = await (await context.client()).folders.list()
  if (printedAsJson({ args, out }, all)) return exitCode.fine
  if (all.length === 0) err.line(say('noFolders'))
  else print(context, all)
  return exitCode.fine
}

async function add(context: Context, operand: string | undefined): Promise<number> {
  const { args } = context
  const path = context.resolvePath(required(operand))
  const client = await context.client()
  const { id } = await client.folders.add({
    path,
    collection: args.text('collection'),
    ...(args.has('folders') && { folders: 'collections' as const }),
    rules: rulesFrom(args),
  })
  return follow(context, client, id)
}

async function rescan(context: Context, operand: string | undefined): Promise<number> {
  const client = await context.client()
  const id = operand === undefined ? undefined : (await found(context, client, operand)).id
  await client.folders.rescan({ id, read_again: context.args.has('read-again') })
  return follow(context, client, id)
}

async function change(
  context: Context,
  operand: string | undefined,
  to: (folder: FolderState) => { paused?: boolean; rules?: FolderRules },
): Promise<number> {
  const client = await context.client()
  const folder = await found(context, client, operand)
  await client.folders.change({ id: folder.id, ...to(folder) })
  return look(context, client, folder.id)
}

async function takeBack(context: Context, operand: string | undefined): Promise<number> {
  const client = await context.client()
  const { id } = await found(context, client, operand)
  await client.folders.take_back({ id })
  return look(context, client, id)
}

async function remove(context: Context, operand: string | undefined): Promise<number> {
  const client = await context.client()
  const { id, path } = await found(context, client, operand)
  await client.folders.remove({ id })
  context.out.line(context.say('folderRemoved', { path: printableLine(path) }))
  return exitCode.fine
}

/** Has a folder looked through, and waits for that. */
async function look(context: Context, client: Client, id: string): Promise<number> {
  await client.folders.rescan({ id })
  return follow(context, client, id)
}

/** Waits until the library is in step, then says how the folders stand. */
async function follow(context: Context, client: Client, id: string | undefined): Promise<number> {
  const { args, out, err, say, signal } = context
  const { code } = await followJob(context, 'followingFolder', await client.folders.follow({ id }, { signal }))
  const all = (await client.folders.list()).filter((folder) => id === undefined || folder.id === id)
  if (!printedAsJson({ args, out }, all)) print(context, all)
  const problems = all.flatMap(({ problem }) => problem ?? [])
  for (const problem of problems) printReport(problem, err, say)
  return code === exitCode.fine && problems.length > 0 ? exitCode.failed : code
}

const states: Readonly<Record<FolderState['state'], Word>> = {
  looking: 'folderLooking',
  reading: 'folderReading',
  in_step: 'folderInStep',
  paused: 'folderPaused',
  away: 'folderAway',
}

function print({ out, say }: Context, all: readonly FolderState[]): void {
  const head = ['id', say('state'), say('files'), say('folderWaiting'), say('folderDeleted'), say('folder')]
  const rows = all.map(({ id, state, files, waiting, deleted, path, looked_at }) => [
    id,
    say(looked_at === null && state === 'looking' ? 'folderUnseen' : states[state]),
    files === null ? '' : String(files),
    String(waiting),
    String(deleted),
    printableLine(path),
  ])
  for (const line of tableLines([head, ...rows], new Set([2, 3, 4]))) out.line(line)
}

function required(operand: string | undefined): string {
  if (operand === undefined) throw new UsageError('whatFolder', {}, 'folders')
  return operand
}

/** The watched folder of this id or path. Throws UsageError where there is none. */
async function found(context: Context, client: Client, operand: string | undefined): Promise<FolderState> {
  const wanted = required(operand)
  const path = context.resolvePath(wanted)
  const folder = (await client.folders.list()).find((one) => one.id === wanted || one.path === path)
  if (!folder) throw new UsageError('noSuchFolder', { name: printableLine(wanted) }, 'folders')
  return folder
}
