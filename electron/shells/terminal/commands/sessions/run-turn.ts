import type { AskInput } from '@shared/api/api'
import type { Client, Context } from '../../command'
import { TurnView } from '../../print/render-turn'

/** Asks one question and shows the turn to its end; the view then holds the exit code, the session and the sources. */
export async function showTurn(
  context: Pick<Context, 'out' | 'err' | 'say'>,
  client: Client,
  input: AskInput,
  signal: AbortSignal,
): Promise<TurnView> {
  const view = new TurnView(context.out, context.err, context.say)
  for await (const event of await client.chat.ask(input, { signal })) view.show(event)
  view.close(signal.aborted)
  return view
}
