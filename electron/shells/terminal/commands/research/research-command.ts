import type { ResearchJob } from '@shared/api/research-api'
import { isWorking } from '@shared/research/fold-steps'
import type { RunHeader } from '@shared/research/research-run'
import { localTime } from '@shared/dates/local-time'
import { exitCode, type Client, type Command, type Context } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { sayReport } from '../../print/problems'
import { exportOptions, exportUsage, reportExportOf, writeReport } from './report-format'
import { planLines, watchRun } from './research-progress'
import { differences, otherActs, runOf, trashRun } from './research-acts'
import { startResearch } from './start-research'

type Action = (context: Context, id: string, client: Client) => Promise<number>

const actions: Readonly<Record<string, Action>> = {
  show,
  run: goOn,
  stop,
  again: async (context, id, client) => goOn(context, (await client.research.again({ id })).id, client),
  differences,
  trash: trashRun,
}

export const research: Command = {
  name: 'research',
  usage: `<goal> [--plan file] [--job name] [--documents name,…] [--collection name] [--model id] [--yes] ${exportUsage} | list | jobs | show <run> | run <run> | stop <run> | again <run> | differences <run> | rename <run> <title> | plan <run> <file> | trash <run> | restore <id>`,
  about: 'aboutResearch',
  options: ['plan', 'job', 'documents', 'collection', 'model', 'yes', ...exportOptions],
  needs: null,
  maxOperands: Infinity,
  async run(context) {
    const { args } = context
    const [first = '', ...others] = args.operands
    const isAlone = others.length === 0 && !args.has('job') && !args.has('plan')
    if (first === '' && isAlone && !args.has('job') && !args.has('plan')) return list(context)
    if (first === 'list' && isAlone) return list(context)
    if (first === 'jobs' && isAlone) return jobs(context)
    const named = Object.hasOwn(otherActs, first) && others.length > 0 ? otherActs[first] : undefined
    if (named) return named(context, others, await context.client())
    const action = Object.hasOwn(actions, first) && others.length === 1 ? actions[first] : undefined
    const client = await context.client()
    if (action) return action(context, await runOf(others[0] ?? '', client), client)
    const begun = await startResearch(context, client, args.operands.join(' '))
    return begun === null ? exitCode.fine : ended(context, begun.id, client, begun.told)
  },
}

async function list({ client, args, out, err, say }: Context): Promise<number> {
  const runs = await (await client()).research.list()
  if (printedAsJson({ args, out }, runs)) return exitCode.fine
  if (runs.length === 0) {
    err.line(say('noResearchYet'))
    return exitCode.fine
  }
  const head = ['id', say('state'), say('researchTasks'), say('updated'), say('title')]
  const rows = runs.map((run) => [
    run.id,
    say(`research_${run.state}`),
    tasksOf(run),
    localTime(run.updated_at),
    printableLine(run.title),
  ])
  for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
  return exitCode.fine
}

function tasksOf({ tasks_done: done, tasks }: RunHeader): string {
  return `${done}/${tasks}`
}

async function jobs({ client, args, out, say }: Context): Promise<number> {
  const all: ResearchJob[] = await (await client()).research.jobs()
  if (printedAsJson({ args, out }, all)) return exitCode.fine
  const rows = all.map(({ id, title, description }) => [
    id,
    printableLine(title[say.language]),
    printableLine(description[say.language]),
  ])
  for (const line of tableLines(rows)) out.line(line)
  return exitCode.fine
}

async function show(context: Context, id: string, client: Client): Promise<number> {
  const { args, out, err, say } = context
  const run = await client.research.get({ id })
  if (printedAsJson({ args, out }, run)) return exitCode.fine
  if (run.report) return printReport(context, id, client)
  err.line(`${printableLine(run.header.title)}: ${say(`research_${run.header.state}`)}`)
  for (const line of planLines(run, say)) out.line(line)
  return exitCode.fine
}

async function goOn(context: Context, id: string, client: Client): Promise<number> {
  const { header } = await client.research.get({ id })
  // What happened before is not told again.
  const { told } = isWorking(header) ? { told: -1 } : await watchRun(context, id, client, Infinity)
  await client.research.run({ id })
  return ended(context, id, client, told)
}

async function stop(context: Context, id: string, client: Client): Promise<number> {
  const { header, report } = await client.research.stop({ id }).then(() => client.research.get({ id }))
  context.err.line(`${printableLine(header.title)}: ${context.say(`research_${header.state}`)}`)
  return report ? printReport(context, id, client) : exitCode.fine
}

/** Watches a run to where it rests, and prints its report. */
async function ended(context: Context, id: string, client: Client, told?: number): Promise<number> {
  const { err, say } = context
  const { run } = await watchRun(context, id, client, told)
  if (context.signal.aborted) {
    err.line(say('researchPaused', { id }))
    return exitCode.interrupted
  }
  if (run.error) err.line(say('error', { message: printableLine(sayReport(run.error, say)) }))
  if (run.report) await printReport(context, id, client)
  else for (const line of planLines(run, say)) err.line(line)
  return run.header.state === 'done' ? exitCode.fine : exitCode.failed
}

/** The report on stdout, as Markdown unless another format is asked for, or as a file. */
async function printReport(context: Context, id: string, client: Client): Promise<number> {
  const request = reportExportOf(context.args, 'research')
  const chunks = await client.research.export({ id, ...request }, { signal: context.signal })
  await writeReport(context, chunks, { request, doing: 'exportingReport' })
  return exitCode.fine
}
