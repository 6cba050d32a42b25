import { stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { notWritten } from '@engine/platform/place/named-file'
import { CairnError } from '@shared/errors'
import { type EvaluationRunHeader, isUnderWay } from '@shared/evaluation/evaluation-run'
import { type EvaluationSetHeader, shippedSetId } from '@shared/evaluation/evaluation-set'
import { localTime } from '@shared/dates/local-time'
import { UsageError } from '../../args'
import { exitCode, type Client, type Command, type Context } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { Progress } from '../../print/progress'
import { fileOrInFolder, textOfFile } from '../../print/whole-file'
import { settingsVariant } from '../../settings-variant'
import { printComparison } from './print-comparison'
import { printRun, runRow, runRowHead, setNames, setTitle } from './print-run'

type Action = (context: Context, client: Client, operands: readonly string[]) => Promise<number>

const actions: Readonly<Record<string, { readonly operands: readonly [number, number]; readonly run: Action }>> = {
  list: { operands: [0, 0], run: list },
  runs: { operands: [0, 1], run: runs },
  show: { operands: [1, 1], run: show },
  compare: { operands: [2, 2], run: compare },
  import: { operands: [1, 1], run: importSet },
  export: { operands: [1, 1], run: exportSet },
}

export const evaluation: Command = {
  name: 'eval',
  usage:
    '[<set>] [--label name] [--settings passages=8,…] [--model id] [--collection name] [--json] | list | runs [<set>] | show <run> | compare <run> <run> | import <file> | export <set> [--out file] [--with-sensitive]',
  about: 'aboutEval',
  options: ['label', 'settings', 'model', 'collection', 'out', 'with-sensitive', 'json'],
  needs: null,
  maxOperands: 3,
  async run(context) {
    const [first = '', ...others] = context.args.operands
    const action = Object.hasOwn(actions, first) ? actions[first] : undefined
    if (!action) {
      if (others.length > 0) throw new UsageError('evalOperands', { value: others[0] ?? '' }, 'eval')
      return ask(context, await context.client(), first === '' ? shippedSetId : first)
    }
    const [least, most] = action.operands
    if (others.length < least || others.length > most) throw new UsageError('evalNeeds', { value: first }, 'eval')
    return action.run(context, await context.client(), others)
  },
}

/** Asks a set, and prints what came of it; 0 only where every question passed. Ctrl-C cancels. */
async function ask(context: Context, client: Client, wanted: string): Promise<number> {
  const { args, err, say, world, signal } = context
  const settings = settingsVariant(args.text('settings'), 'settings', 'eval')
  const set = await setOf(context, client, wanted)
  const [label, model, collection] = [args.text('label'), args.text('model'), args.text('collection')]
  const { id } = await client.evaluation.start({
    set_id: set.id,
    settings,
    ...(label === undefined ? {} : { label }),
    ...(model === undefined ? {} : { model }),
    ...(collection === undefined ? {} : { filter: { collections: [collection] } }),
  })
  const cancel = () => void client.evaluation.cancel({ id }).catch(() => undefined)
  signal.addEventListener('abort', cancel, { once: true })
  const progress = new Progress(err, () => world.now(), say('evaluating'))
  try {
    for await (const { counts, total } of await client.evaluation.follow({ id })) {
      progress.update(counts.asked, total, say('evalPassedOf', { passed: counts.passed, asked: counts.asked }))
    }
  } finally {
    progress.end()
    signal.removeEventListener('abort', cancel)
  }
  const run = await client.evaluation.run({ id })
  if (!printedAsJson(context, run)) printRun(context, run, 'failed')
  if (signal.aborted) return exitCode.interrupted
  const { state, counts, total } = run.header
  return state === 'done' && counts.passed === total ? exitCode.fine : exitCode.failed
}

async function list(context: Context, client: Client): Promise<number> {
  const { out, say } = context
  const sets = await client.evaluation.sets()
  if (printedAsJson(context, sets)) return exitCode.fine
  const rows = sets.map((set) => [
    set.id,
    String(set.questions),
    set.updated_at === null ? '' : localTime(set.updated_at),
    setTitle(set, say),
  ])
  for (const line of tableLines([['id', say('evalQuestions'), say('updated'), say('title')], ...rows], new Set([1]))) {
    out.line(line)
  }
  return exitCode.fine
}

async function runs(context: Context, client: Client, [wanted]: readonly string[]): Promise<number> {
  const { out, err, say } = context
  const set = wanted === undefined ? undefined : await setOf(context, client, wanted)
  const headers = await client.evaluation.runs(set ? { set_id: set.id } : {})
  if (printedAsJson(context, headers)) return exitCode.fine
  if (headers.length === 0) err.line(say('evalNoRuns'))
  else {
    const setName = setNames(headers, say)
    const rows = headers.map((run) => runRow(run, setName, say))
    for (const line of tableLines([runRowHead(say), ...rows])) out.line(line)
  }
  return exitCode.fine
}

async function show(context: Context, client: Client, [wanted = '']: readonly string[]): Promise<number> {
  const run = await client.evaluation.run({ id: await runOf(client, wanted) })
  if (!printedAsJson(context, run)) printRun(context, run, 'all')
  return exitCode.fine
}

/** The earlier run first, whichever is named first; 1 where a question fares worse. */
async function compare(context: Context, client: Client, wanted: readonly string[]): Promise<number> {
  const ids = await Promise.all(wanted.map((one) => runOf(client, one)))
  const both = await Promise.all(ids.map((id) => client.evaluation.run({ id })))
  const [first, second] = both.toSorted((a, b) => Date.parse(a.header.started_at) - Date.parse(b.header.started_at))
  if (!first || !second || ids[0] === ids[1]) throw new UsageError('evalNeeds', { value: 'compare' }, 'eval')
  return printComparison(context, first, second)
}

async function importSet(context: Context, client: Client, [path = '']: readonly string[]): Promise<number> {
  const { err, say } = context
  const file = context.resolvePath(path)
  const text = await textOfFile(file)
  const { id, title, questions } = await client.evaluation.import_set({ name: basename(file), text })
  err.line(say('evalImported', { id, title: printableLine(title), count: questions }))
  const others = (await client.evaluation.sets()).filter((set) => set.title === title && set.id !== id)
  if (others.length > 0) err.line(say('evalSameTitle', { ids: others.map((set) => set.id).join(', ') }))
  return exitCode.fine
}

async function exportSet(context: Context, client: Client, [wanted = '']: readonly string[]) {
  const { args, out, err, say } = context
  const { id } = await setOf(context, client, wanted)
  const leaveOut = !args.has('with-sensitive')
  const { name, text, left_out: count } = await client.evaluation.export_set({ id, leave_out_sensitive: leaveOut })
  if (count > 0) err.line(say('evalLeftOut', { count }))
  const path = args.text('out')
  if (path === undefined) {
    out.write(text)
    return exitCode.fine
  }
  const file = await fileOrInFolder(context.resolvePath(path), name)
  if (await stat(file).catch(() => undefined)) {
    throw new CairnError('INVALID_INPUT', `${file} is there already.`, 'Choose another name, or delete it first.')
  }
  await writeFile(file, text, { mode: 0o600 }).catch((thrown: unknown) => {
    throw notWritten(thrown, file)
  })
  err.line(say('evalSaved', { path: printableLine(file) }))
  return exitCode.fine
}

/** A set by its id, or by its title as lists show it, where only one has it. */
async function setOf({ say }: Context, client: Client, wanted: string): Promise<EvaluationSetHeader> {
  const sets = await client.evaluation.sets()
  const byId = sets.find(({ id }) => id === wanted)
  if (byId) return byId
  const called = sets.filter((set) => set.title === wanted || setTitle(set, say) === wanted)
  const [first, second] = called
  if (first && !second) return first
  if (!first) throw new UsageError('evalNoSet', { value: wanted }, 'eval')
  const ids = called.map(({ id }) => id).join(', ')
  throw new UsageError('evalSeveralSets', { value: wanted, count: String(called.length), ids }, 'eval')
}

/** A run by its id or label; of several with a label the newest. */
async function runOf(client: Client, wanted: string): Promise<string> {
  const headers: EvaluationRunHeader[] = await client.evaluation.runs({})
  const ended = headers.filter((header) => !isUnderWay(header))
  const one = headers.find(({ id }) => id === wanted) ?? ended.find(({ label }) => label === wanted)
  if (one) return one.id
  throw new UsageError('evalNoRun', { value: wanted }, 'eval')
}
