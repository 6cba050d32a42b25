import type { TraceExport } from '@shared/api/diagnostics-api'
import { SpanKind, type TraceQuery, TraceState } from '@shared/diagnostics/trace'
import { choiceOf, oneOf, UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { printable, printableLine, printedAsJson } from '../../print/printable'
import { fileOrInFolder, WholeFile } from '../../print/whole-file'
import { comparisonLines, listLines, waterfallLines } from './trace-lines'

const actions: Readonly<Record<string, (context: Context) => Promise<number>>> = {
  list,
  show,
  compare,
  export: exportFile,
  send,
  clear,
}

export const traces: Command = {
  name: 'traces',
  usage:
    'list|show id|compare id id|export file|send|clear [--kinds turn,ingest] [--state error] [--slower ms] [--session id] [--since 2h] [--with-text] [--json]',
  about: 'aboutTraces',
  options: ['kinds', 'state', 'slower', 'session', 'since', 'with-text', 'json'],
  choices: { kinds: SpanKind.options, state: TraceState.options },
  needs: null,
  maxOperands: 3,
  run: (context) => choiceOf(actions, context.args.operands[0] ?? 'list', 'traces')(context),
}

async function list(context: Context): Promise<number> {
  const { client, out, err, say } = context
  const page = await (await client()).diagnostics.traces.list(queryOf(context))
  if (printedAsJson(context, page)) return exitCode.fine
  for (const line of listLines(page.traces, say)) out.line(line)
  if (page.total === 0) err.line(say('noTraces'))
  else err.line(say('tracesShown', { shown: page.traces.length, total: page.total }))
  return exitCode.fine
}

async function show(context: Context): Promise<number> {
  const { client, out, say } = context
  const trace = await (await client()).diagnostics.traces.get({ id: idAt(context, 1) })
  if (printedAsJson(context, trace)) return exitCode.fine
  for (const line of waterfallLines(trace, say, out)) out.line(printable(line))
  return exitCode.fine
}

async function compare(context: Context): Promise<number> {
  const { client, out, say } = context
  const input = { a: idAt(context, 1), b: idAt(context, 2) }
  const comparison = await (await client()).diagnostics.traces.compare(input)
  if (printedAsJson(context, comparison)) return exitCode.fine
  for (const line of comparisonLines(comparison, say, out)) out.line(printable(line))
  return exitCode.fine
}

async function exportFile(context: Context): Promise<number> {
  const { client, err, say, signal } = context
  const wanted = exportOf(context)
  const lines = await (await client()).diagnostics.traces.export(wanted, { signal })
  const name = context.args.operands[1]
  if (name === undefined) throw new UsageError('missingOperand', { command: 'traces', what: say('whatFile') }, 'traces')
  const file = await WholeFile.create(await fileOrInFolder(context.resolvePath(name), 'traces.otlp.jsonl'))
  let count = 0
  try {
    for await (const line of lines) {
      await file.write(Buffer.from(line))
      count += 1
    }
    await file.finish()
  } finally {
    await file.discard()
  }
  err.line(say('tracesExported', { count, file: printableLine(file.path) }))
  return exitCode.fine
}

async function send(context: Context): Promise<number> {
  const { client, err, say } = context
  const { sent } = await (await client()).diagnostics.traces.send(exportOf(context))
  err.line(say('tracesSent', { count: sent }))
  return exitCode.fine
}

async function clear({ client, err, say }: Context): Promise<number> {
  await (await client()).diagnostics.traces.clear()
  err.line(say('tracesCleared'))
  return exitCode.fine
}

function exportOf(context: Context): TraceExport {
  return { query: { ...queryOf(context), limit: 500 }, with_text: context.args.has('with-text') }
}

function idAt({ args, say }: Context, at: number): string {
  const id = args.operands[at]
  if (id === undefined) throw new UsageError('missingOperand', { command: 'traces', what: say('whatTrace') }, 'traces')
  return id
}

function queryOf({ args, world }: Context): Partial<TraceQuery> & { limit: number } {
  const kinds = args
    .text('kinds')
    ?.split(',')
    .map((name) => oneOf(SpanKind.options, name.trim(), { option: 'kinds', command: 'traces' }))
  const state = args.text('state')
  const slower = args.text('slower')
  const since = args.text('since')
  return {
    kinds,
    states:
      state === undefined ? undefined : [oneOf(TraceState.options, state, { option: 'state', command: 'traces' })],
    slower_than: slower === undefined ? undefined : numberOf(slower),
    session_id: args.text('session'),
    since: since === undefined ? undefined : sinceOf(since, world.now()),
    limit: 50,
  }
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `90s`, `30m`, `2h`, `7d` before now, or a date. */
function sinceOf(text: string, now: number): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smhd])$/u.exec(text) ?? []
  if (count !== '') return now - Number(count) * (units[unit] ?? 0)
  const date = Date.parse(text)
  if (Number.isNaN(date)) throw new UsageError('badTime', { value: text }, 'traces')
  return date
}

function numberOf(text: string): number {
  if (/^\d{1,9}(\.\d+)?$/u.test(text)) return Number(text)
  throw new UsageError('badMilliseconds', { value: text }, 'traces')
}
