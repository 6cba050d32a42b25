import { consentStanding } from '@shared/tools/consent-standing'
import { UsageError } from '../../args'
import { type Client, type Context, exitCode } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printableLine, printedAsJson } from '../../print/printable'
import { printReport } from '../../print/problems'
import { textOfFile } from '../../print/whole-file'

/** The programs that have tools, and what they are doing. */
export async function listPrograms({ client, args, out, say }: Context): Promise<number> {
  const servers = await (await client()).tools.servers.list()
  if (printedAsJson({ args, out }, servers)) return exitCode.fine
  if (servers.length === 0) out.line(say('noToolServers'))
  const rows = servers.map(({ name, enabled, tools, place }) => [
    printableLine(name),
    say(enabled ? 'toolOn' : 'toolOff'),
    tools === null ? '' : String(tools),
    printableLine(place),
  ])
  if (rows.length > 0) {
    const head = [say('name'), say('state'), say('toolCount'), say('toolPlace')]
    for (const line of tableLines([head, ...rows], new Set([2]))) out.line(line)
  }
  return exitCode.fine
}

/** Adds the programs of a file with the usual `mcpServers` block. */
export async function importPrograms(context: Context, [file]: readonly string[]): Promise<number> {
  const { client, args, out, err, say } = context
  if (file === undefined) throw new UsageError('whatServerFile', {}, 'tools')
  const text = await textOfFile(context.resolvePath(file))
  const added = await (await client()).tools.servers.import({ text })
  if (printedAsJson({ args, out }, added)) return exitCode.fine
  out.line(say('toolServersAdded', { names: added.names.map(printableLine).join(', ') }))
  for (const note of added.notes) err.line(printableLine(note[say.language]))
  return exitCode.fine
}

/** The tools of one program, which starts if it must, each with what is allowed to it. */
export async function listProgramTools(context: Context, [name]: readonly string[]): Promise<number> {
  const { client, args, out, say, signal } = context
  if (name === undefined) throw new UsageError('whatToolServer', {}, 'tools')
  const engine = await client()
  const listed = await engine.tools.servers.tools({ name }, { signal })
  if (printedAsJson({ args, out }, listed)) return exitCode.fine
  const consents = await engine.tools.consents.list()
  const words = { always: 'toolAlways', never: 'toolNever' } as const
  const rows = listed.map((tool) => {
    const { answer } = consentStanding(tool, consents)
    return [printableLine(tool.name), say(answer ? words[answer] : 'toolAsks'), printableLine(tool.description)]
  })
  for (const line of tableLines([[say('name'), say('state'), say('toolAbout')], ...rows], new Set())) out.line(line)
  return exitCode.fine
}

/** Allows a tool of a program for good, or forgets what was answered. */
export function answerFor(answer: 'always' | null) {
  return async (context: Context, [server, tool]: readonly string[]): Promise<number> => {
    const { client, err, out, say, signal } = context
    if (server === undefined || tool === undefined) throw new UsageError('whatProgramTool', {}, 'tools')
    const engine = await client()
    const names = { tool: printableLine(tool), server: printableLine(server) }
    // What is allowed is the tool as it is now; what was allowed can be forgotten without its program.
    if (answer !== null && !(await isListed(engine, server, tool, signal))) {
      printReport({ code: 'NOT_FOUND', message: say('noProgramTool', names), action: '' }, err, say)
      return exitCode.failed
    }
    await engine.tools.consents.set({ server, tool, answer })
    out.line(say(answer === null ? 'toolForgotten' : 'toolAllowed', names))
    return exitCode.fine
  }
}

async function isListed(engine: Client, server: string, tool: string, signal: AbortSignal): Promise<boolean> {
  const listed = await engine.tools.servers.tools({ name: server }, { signal })
  return listed.some(({ name }) => name === tool)
}
