import type { DoorsState } from '@shared/api/doors-api'
import type { EngineClient } from '@shells/engine-client'
import { choiceOf, UsageError } from '../../args'
import { exitCode, type Command, type Context } from '../../command'
import { tableLines } from '../../print/align-columns'
import { printedAsJson } from '../../print/printable'
import { printReport } from '../../print/problems'
import { reachStore } from './mcp-command'

type Action = (context: Context, client: EngineClient) => Promise<unknown>

const actions: Readonly<Record<string, Action>> = {
  show: () => Promise.resolve(),
  open: (context, client) => change(context, client, true),
  close: (context, client) => change(context, client, false),
  rotate: (_, client) => client.doors.rotate(),
}

/** The settings of the doors by what they are called here. */
const doorNames: Readonly<Record<string, 'mcp_http' | 'openai'>> = { mcp: 'mcp_http', openai: 'openai' }

export const doors: Command = {
  name: 'doors',
  usage: 'show|open mcp|open openai|close mcp|close openai|rotate [--port number] [--json]',
  about: 'aboutDoors',
  options: ['port', 'json'],
  needs: 'whatDoorsAction',
  maxOperands: 2,
  async run(context) {
    const action = choiceOf(actions, context.args.operands[0] ?? '', 'doors')
    const reach = await reachStore(context)
    try {
      const client = await reach.client()
      await action(context, client)
      return await show(context, client)
    } finally {
      await reach.close()
    }
  },
}

async function change({ args }: Context, client: EngineClient, opened: boolean): Promise<void> {
  const door = choiceOf(doorNames, args.operands[1] ?? '', 'doors')
  const port = portOf(args.text('port'))
  await client.settings.set({ doors: { [door]: opened, ...(port === undefined ? {} : { port }) } })
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = Number(text)
  if (/^\d{4,5}$/u.test(text) && port >= 1024 && port <= 65_535) return port
  throw new UsageError('badDoorPort', { value: text }, 'doors')
}

async function show(context: Context, client: EngineClient): Promise<number> {
  const { out, err, say } = context
  const state = await client.doors.state()
  const isWanted = state.mcp_http.wanted || state.openai.wanted
  const token = isWanted ? (await client.doors.token()).token : null
  if (!printedAsJson(context, { ...state, token })) {
    const rows = [doorRow(say('doorMcp'), state.mcp_http), doorRow(say('doorOpenai'), state.openai)]
    if (token !== null) rows.push([say('doorToken'), token])
    for (const line of tableLines(rows)) out.line(line)
  }
  if (state.problem) printReport(state.problem, err, say)
  else if ([state.mcp_http, state.openai].some(({ wanted, address }) => wanted && address === null))
    err.line(say('doorsWait'))
  return state.problem ? exitCode.failed : exitCode.fine

  function doorRow(name: string, { wanted, address }: DoorsState['openai']): string[] {
    return [name, address ?? say(wanted ? 'doorOpensLater' : 'doorClosed')]
  }
}
