import { Sensitivity } from '@shared/session/session-context'
import { localTime } from '@shared/dates/local-time'
import { UsageError } from '../../args'
import { type Client, type Context, exitCode } from '../../command'
import { printableLine } from '../../print/printable'
import { checkedSession } from './session-choice'

type Act = (client: Client, id: string, rest: readonly string[]) => Promise<Said>

/** What is told of it: a word, with the session's title where there is one. */
interface Said {
  readonly word:
    | 'sessionRenamed'
    | 'sessionPinned'
    | 'sessionUnpinned'
    | 'sessionTrashed'
    | 'deleted'
    | 'restored'
    | 'evidenceMarked'
  readonly name: string
}

/** What can be done with one session; each as the window does it. */
export const sessionActs = {
  rename: async (client, id, words) => {
    const title = words.join(' ').trim()
    if (title === '') throw new UsageError('whatTitle', {}, 'sessions')
    return { word: 'sessionRenamed', name: (await client.sessions.rename({ id, title })).title }
  },
  pin: async (client, id) => ({ word: 'sessionPinned', name: (await client.sessions.pin({ id, pinned: true })).title }),
  unpin: async (client, id) => ({
    word: 'sessionUnpinned',
    name: (await client.sessions.pin({ id, pinned: false })).title,
  }),
  trash: async (client, id) => {
    const { until } = await client.sessions.trash({ id })
    return { word: 'sessionTrashed', name: localTime(until) }
  },
  restore: async (client, id) => ({ word: 'restored', name: (await client.sessions.restore({ id })).title }),
  delete: async (client, id) => ({ word: 'deleted', name: (await client.sessions.delete({ id })).deleted }),
  mark: async (client, id, [evidence, level]) => {
    const sensitivity = level === 'none' ? null : Sensitivity.safeParse(level).data
    if (evidence === undefined || sensitivity === undefined) {
      throw new UsageError('whatMark', { levels: [...Sensitivity.options, 'none'].join(', ') }, 'sessions')
    }
    const { marked } = await client.sessions.mark({ id, evidence_id: evidence, sensitivity })
    if (!marked) throw new UsageError('noEvidence', { value: evidence }, 'sessions')
    return { word: 'evidenceMarked', name: evidence }
  },
} as const satisfies Record<string, Act>

export type SessionAct = keyof typeof sessionActs

/** Does one of them. Throws UsageError where no session is named. */
export async function changeSession(context: Context, act: SessionAct, operands: readonly string[]): Promise<number> {
  const { out, say } = context
  const [wanted = '', ...rest] = operands
  const id = checkedSession(wanted, 'sessions')
  const { word, name } = await sessionActs[act](await context.client(), id, rest)
  out.line(say(word, { name: printableLine(name) }))
  return exitCode.fine
}
