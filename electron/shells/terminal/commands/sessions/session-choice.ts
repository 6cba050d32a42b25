import { SessionId } from '@shared/api/api'
import { UsageError } from '../../args'
import type { Client, Context } from '../../command'

/** The one session a command is about. Throws UsageError where the operand cannot be a session's id. */
export function chosenSession({ args }: Context, command: string): string {
  return checkedSession(args.operands[0] ?? '', command)
}

/** The sessions named, or none for `--all`. Throws UsageError where it is neither, or both. */
export function chosenSessions({ args, say }: Context, command: string): string[] {
  const ids = args.operands.map((id) => checkedSession(id, command))
  if (args.has('all') && ids.length > 0) throw new UsageError('allOrSome', {}, command)
  if (!args.has('all') && ids.length === 0) {
    throw new UsageError('missingOperand', { command, what: say('whatSessions') }, command)
  }
  return ids
}

/** The turn named with `--turn`, or the last turn; undefined, and said so, where nothing was asked yet. */
export async function chosenTurn({ args, err, say }: Context, client: Client, session: string) {
  const turn = args.text('turn') ?? (await client.sessions.view({ id: session })).turns.at(-1)?.turn_id
  if (turn === undefined) err.line(say('noTurns'))
  return turn
}

/** Throws UsageError where it cannot be a session's id. */
export function checkedSession(id: string, command: string): string {
  if (SessionId.safeParse(id).success) return id
  throw new UsageError('badSession', { value: id }, command)
}
