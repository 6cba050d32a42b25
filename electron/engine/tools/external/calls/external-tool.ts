import { z } from 'zod'
import { toCairnError } from '@shared/errors'
import { fnv1aHex } from '@shared/hash'
import type { ExternalToolInfo } from '@shared/tools/tool-server-shapes'
import type { ConsentBook } from '../../consent/consent-book'
import { argumentsDigest } from '../../consent/fingerprint'
import { ToolGrant } from '../../consent/tool-grant'
import type { Tool, ToolContext, ToolResult } from '../../tool'
import type { ServerConnection } from '../connection/server-connection'
import type { JsonObject } from '../listing/clean-schema'
import { plainLabel } from '../listing/plain-label'
import type { ListedTool } from '../listing/read-tools'
import { argumentsUnfit, toolChanged, toolGone } from './call-failures'
import { refusePrototypes } from './read-arguments'
import { readCall } from './read-call'
import { readResult } from './read-result'

/** A tool of another program. Its words and its results are that program's. */
export interface ExternalTool extends Tool<JsonObject> {
  readonly info: ExternalToolInfo
}

export interface ExternalToolRooms {
  readonly connection: ServerConnection
  readonly consents: ConsentBook
  /** Milliseconds, of any clock that only goes forward. */
  readonly now: () => number
  /** Milliseconds one call may take. */
  readonly callMs: number
  /** Names of the servers that have a tool of this name, in their order. */
  readonly serversWith: (tool: string) => readonly string[]
}

/**
 * A listed tool as one of Cairn's. It reads only questions that begin with a mention of it, and runs only with a grant for just that call of just
 * this tool: see `ToolGrant`. Arguments are checked before, structured results after a call.
 */
export function externalTool(listed: ListedTool, rooms: ExternalToolRooms): ExternalTool {
  const { info, input, checkInput } = listed
  const args = z.record(z.string(), z.unknown()).superRefine((value, context) => {
    const wrong = checkInput()(value)
    if (wrong !== null) context.addIssue({ code: 'custom', message: wrong })
  })
  const same = { en: info.title, zh: info.title }
  return {
    info,
    name: toolName(info),
    version: info.fingerprint.slice(0, 12),
    title: same,
    description: { en: info.description, zh: info.description },
    args: args.meta(input),
    examples: [],
    limitMs: rooms.callMs,
    read: (question) => readCall(question, listed, rooms.serversWith),
    run: (given, context) => run({ listed, rooms, given, context }),
  }
}

interface Run {
  readonly listed: ListedTool
  readonly rooms: ExternalToolRooms
  readonly given: JsonObject
  readonly context: ToolContext
}

async function run({ listed, rooms, given, context }: Run): Promise<ToolResult> {
  const { info, checkInput } = listed
  const { server, name: tool, fingerprint } = info
  refusePrototypes(given)
  const wrong = checkInput()(given)
  if (wrong !== null) throw argumentsUnfit(tool, wrong)
  const digest = argumentsDigest(given)
  const { sessionId } = ToolGrant.use(context.grant, { server, tool, fingerprint, argumentsDigest: digest })
  const startedAt = rooms.now()
  const note = { server, tool, sessionId, digest }
  try {
    const result = await callAsGranted(listed, rooms, given, context)
    await rooms.consents.noteRun({ ...note, outcome: 'done', ms: Math.round(rooms.now() - startedAt) })
    return result
  } catch (thrown) {
    const why = toCairnError(thrown)
    const outcome = why.code === 'CANCELLED' ? 'cancelled' : 'failed'
    await rooms.consents.noteRun({ ...note, outcome, code: why.code, ms: Math.round(rooms.now() - startedAt) })
    throw why
  }
}

/** The server may have been started anew since it was asked for its tools, and have others now. */
async function callAsGranted(
  { info }: ListedTool,
  { connection, callMs: limitMs }: ExternalToolRooms,
  args: JsonObject,
  { signal, language, progress }: ToolContext,
): Promise<ToolResult> {
  const now = (await connection.tools(signal)).get(info.name)
  if (!now) throw toolGone(info.server, info.name)
  if (now.info.fingerprint !== info.fingerprint) throw toolChanged(info.server, info.name)
  // Before the call: what cannot be checked afterwards is not done at all.
  const checkOutput = now.checkOutput?.()
  const answer = await connection.call({
    tool: info.name,
    args,
    limitMs,
    signal,
    progress:
      progress &&
      (({ progress: done, total, message }) => progress(done, total ?? null, plainLabel(message ?? '', 200))),
  })
  const called = { server: info.server, tool: info.name, version: info.fingerprint.slice(0, 12), checkOutput }
  return readResult(answer, called, language)
}

/** Stable and in snake_case; where letters had to go, a hash tells it from others. */
function toolName({ server, name }: ExternalToolInfo): string {
  const whole = `${server}_${name}`.toLowerCase()
  const plain = `mcp_${whole.replace(/[^a-z0-9]+/gu, '_')}`
  return /^[a-z0-9_]+$/u.test(whole) ? plain : `${plain}_${fnv1aHex(whole).slice(0, 6)}`
}
