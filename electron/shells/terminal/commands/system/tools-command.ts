import { detectLanguage } from '@engine/text/language'
import { choiceOf, UsageError } from '../../args'
import { type Command, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { printReport } from '../../print/problems'
import { textOfFile } from '../../print/whole-file'
import { printToolLog, programActs } from './program-acts'
import { answerFor, importPrograms, listPrograms, listProgramTools } from './tool-programs'

const actions: Readonly<Record<string, (context: Context, operands: readonly string[]) => Promise<number>>> = {
  list,
  run,
  on: (context, [name]) => turn(context, name, true),
  off: (context, [name]) => turn(context, name, false),
  rates,
  servers: listPrograms,
  import: importPrograms,
  ...programActs,
  log: printToolLog,
  tools: listProgramTools,
  allow: answerFor('always'),
  forget: answerFor(null),
}

export const tools: Command = {
  name: 'tools',
  usage:
    'list|run <name> [arguments as JSON]|on <name>|off <name>|rates [file]|servers|start <server>|stop <server>|restart <server>|remove <server>|said <server>|log|import <file>|tools <server>|allow <server> <tool>|forget <server> <tool> [--json]',
  about: 'aboutTools',
  options: ['json'],
  needs: 'whatToolAction',
  maxOperands: 3,
  run(context) {
    const [name = '', ...operands] = context.args.operands
    return choiceOf(actions, name, 'tools')(context, operands)
  },
}

async function list({ client, args, out, say, locale }: Context): Promise<number> {
  const all = await (await client()).tools.list()
  if (printedAsJson({ args, out }, all)) return exitCode.fine
  const language = locale ?? 'en'
  const head = [say('name'), say('state'), say('toolAbout')]
  const rows = all.map(({ name, on, description }) => [
    name,
    say(on ? 'toolOn' : 'toolOff'),
    printableLine(description[language]),
  ])
  for (const line of tableLines([head, ...rows], new Set())) out.line(line)
  return exitCode.fine
}

async function run(context: Context, [name, json = '{}']: readonly string[]): Promise<number> {
  const { client, args, out, err, say, locale, signal } = context
  if (name === undefined) throw new UsageError('whatTool', {}, 'tools')
  const given = argumentsIn(json)
  const language = locale ?? detectLanguage(json)
  const done = await (await client()).tools.run({ name, args: given, language }, { signal })
  if (!printedAsJson({ args, out }, done)) {
    if (done.error) printReport(done.error, err, say)
    for (const line of [done.text ?? '', ...(done.notes ?? [])].filter(Boolean)) out.line(printableLine(line))
    const { table } = done
    const rows = table?.rows.map(({ cells }) => cells.map(printableLine)) ?? []
    if (table) for (const line of tableLines([table.columns.map(printableLine), ...rows], new Set())) out.line(line)
  }
  return done.error ? exitCode.failed : exitCode.fine
}

/** Throws UsageError for what is no JSON object. */
function argumentsIn(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // The same words for both.
  }
  throw new UsageError('noToolArguments', {}, 'tools')
}

/** Of which days the exchange rates are. */
async function ratesDays({ client, out, err, say }: Context): Promise<number> {
  const days = await (await client()).tools.rates()
  if (days === null) err.line(say('noRates'))
  else out.line(say('ratesOf', { first: printableLine(days.first), last: printableLine(days.last) }))
  return days === null ? exitCode.failed : exitCode.fine
}

/** Imports exchange rates from a file of the European Central Bank; without one, says which are there. */
async function rates(context: Context, [path]: readonly string[]): Promise<number> {
  const { client, out, say } = context
  if (path === undefined) return ratesDays(context)
  const text = await textOfFile(context.resolvePath(path))
  const { first, last } = await (await client()).tools.import_rates({ text })
  out.line(say('ratesImported', { first: printableLine(first), last: printableLine(last) }))
  return exitCode.fine
}

async function turn({ client, out, say }: Context, name: string | undefined, on: boolean): Promise<number> {
  if (name === undefined) throw new UsageError('whatTool', {}, 'tools')
  await (await client()).tools.switch({ name, on })
  out.line(say(on ? 'toolIsOn' : 'toolIsOff', { name: printableLine(name) }))
  return exitCode.fine
}
