import { localTime } from '@shared/dates/local-time'
import { UsageError } from '../../args'
import { type Client, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'

type Servers = Client['tools']['servers']
type Action = (context: Context, operands: readonly string[]) => Promise<number>

/** What is done with a program of others that has tools. */
export const programActs: Readonly<Record<string, Action>> = {
  start: act('toolIsOn', (servers, name) => servers.enable({ name, enabled: true })),
  stop: act('toolIsOff', (servers, name) => servers.enable({ name, enabled: false })),
  restart: act('toolRestarted', (servers, name) => servers.restart({ name })),
  remove: act('toolRemoved', (servers, name) => servers.remove({ name })),
  said,
}

function act(
  word: 'toolIsOn' | 'toolIsOff' | 'toolRestarted' | 'toolRemoved',
  run: (servers: Servers, name: string) => Promise<unknown>,
): Action {
  return async ({ client, out, say }, [name]) => {
    if (name === undefined) throw new UsageError('whatToolServer', {}, 'tools')
    await run((await client()).tools.servers, name)
    out.line(say(word, { name: printableLine(name) }))
    return exitCode.fine
  }
}

/** The last lines of a program's error output. */
async function said({ client, out }: Context, [name]: readonly string[]): Promise<number> {
  if (name === undefined) throw new UsageError('whatToolServer', {}, 'tools')
  const engine = await client()
  for (const line of await engine.tools.servers.said({ name })) out.line(printableLine(line))
  return exitCode.fine
}

/** What was allowed to the tools of others and what they ran, newest first; arguments are told apart, not shown. */
export async function printToolLog(context: Context): Promise<number> {
  const engine = await context.client()
  const log = await engine.tools.consents.log({})
  if (printedAsJson(context, log)) return exitCode.fine
  const rows = log.map(({ at, act: what, server, tool, outcome, ms }) => [
    localTime(at),
    what,
    printableLine(`${server}/${tool}`),
    outcome,
    ms === null ? '' : ms.toFixed(0),
  ])
  for (const line of tableLines(rows, new Set([4]))) context.out.line(line)
  return exitCode.fine
}
