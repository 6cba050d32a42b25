import type { AskInput } from '@shared/api/api'
import { toSimpleMessage } from '@shared/messages'
import { GraphMode } from '@shared/settings'
import { UsageError } from '../../args'
import { filterOf, filterOptions, filterUsage } from '../documents/search-filter'
import { exitCode, type Client, type Command, type Context } from '../../command'
import { printableJson, printableLine } from '../../print/printable'
import { showTurn } from '../../print/render-turn'

export const ask: Command = {
  name: 'ask',
  usage: `<question> [--session id] [--json] [--anyway] ${filterUsage} [--model id] [--graph auto|local|global|off]`,
  about: 'aboutAsk',
  options: ['session', 'json', 'anyway', ...filterOptions, 'model', 'graph'],
  needs: 'whatQuestion',
  maxOperands: Infinity,
  async run(context) {
    const client = await context.client()
    const input = {
      ...questionOf(context, context.args.operands.join(' ')),
      filter: await filterOf(context, client, 'ask'),
    }
    return context.args.has('json') ? askJson(context, client, input) : askAloud(context, client, input)
  },
}

/** The question with what the options say about it. */
export function questionOf({ args, locale }: Context, question: string): AskInput {
  const collection = args.text('collection')
  return {
    question,
    session_id: args.text('session'),
    filter: collection === undefined ? undefined : { collections: [collection] },
    search_anyway: args.has('anyway'),
    locale,
    model: args.text('model'),
    graph: graphModeOf(args.text('graph')),
  }
}

function graphModeOf(value: string | undefined): GraphMode | undefined {
  if (value === undefined) return undefined
  const mode = GraphMode.safeParse(value).data
  if (mode) return mode
  throw new UsageError('badGraphMode', { value }, 'ask')
}

async function askAloud(context: Context, client: Client, input: AskInput): Promise<number> {
  const { err, say, signal } = context
  const turn = await showTurn(context, client, input, signal)
  if (turn.readings.length > 0) err.line(say('chooseReading'))
  if (turn.sessionId !== undefined && input.session_id === undefined) {
    err.line(say('sessionHint', { id: printableLine(turn.sessionId) }))
  }
  return turn.code
}

/** One simplified message a line; the last is the `complete` (or `error`) that carries the turn's last event. */
async function askJson(context: Context, client: Client, input: AskInput): Promise<number> {
  let code: number = context.signal.aborted ? exitCode.interrupted : exitCode.failed
  for await (const event of await client.chat.ask(input, { signal: context.signal })) {
    context.out.line(printableJson(toSimpleMessage(event)))
    if (event.type === 'final') code = exitCode.fine
    if (event.type === 'cancelled') code = exitCode.interrupted
  }
  return code
}
