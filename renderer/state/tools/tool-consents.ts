import { type ErrorReport, toCairnError } from '@shared/errors'
import type { ToolRun } from '@shared/tools/tool-run'
import type { ConsentAnswer, ConsentEntry, ToolLogEntry } from '@shared/tools/tool-server-shapes'
import { create } from 'zustand'
import { askAgain } from '../chat/ask-again'
import type { Turn } from '../chat/turns/turn-reducer'
import { call } from '../connection'
import { runAction } from '../window/shortcuts'
import { attempt, notify, notifyError } from '../window/notices'

interface ToolConsents {
  /** What is allowed or refused for good or for a chat, newest first; null before it was read. */
  readonly list: readonly ConsentEntry[] | null
  /** Why it could not be read. */
  readonly error: ErrorReport | null
}

export const useToolConsents = create<ToolConsents>(() => ({ list: null, error: null }))

export async function readToolConsents(): Promise<void> {
  try {
    useToolConsents.setState({ list: await call((client) => client.tools.consents.list()), error: null })
  } catch (thrown) {
    useToolConsents.setState({ error: toCairnError(thrown).report() })
  }
}

/** Allows or refuses a tool everywhere, or forgets what was answered, so that it asks again. */
export function setToolConsent(server: string, tool: string, answer: 'always' | 'never' | null): Promise<boolean> {
  return attempt(async () =>
    useToolConsents.setState({
      list: await call((client) => client.tools.consents.set({ server, tool, answer })),
      error: null,
    }),
  )
}

/** Consents and runs, newest first. Throws CairnError. */
export function readToolLog(limit: number): Promise<ToolLogEntry[]> {
  return call((client) => client.tools.consents.log({ limit }))
}

/** The ids of calls about which an answer is on its way. */
export const useAnsweredCalls = create<{ readonly sent: ReadonlySet<string> }>(() => ({ sent: new Set() }))

/**
 * Tells the engine what the user answered about a call that a turn shows. Where it may run, the question is asked again in its
 * place; so it is where the tool has changed since, so that the user sees what it is now.
 */
export async function answerConsent(turn: Turn, run: ToolRun, answer: ConsentAnswer): Promise<void> {
  const { call_id } = run
  if (useAnsweredCalls.getState().sent.has(call_id)) return
  mark(call_id, true)
  try {
    const { allowed } = await call((client) =>
      client.tools.consents.answer({ session_id: turn.session_id, call_id, answer }),
    )
    mark(call_id, false)
    void readToolConsents()
    if (!allowed) return
    askAgain(turn)
    // The button that was pressed went with its turn.
    runAction('focus_composer')
  } catch (thrown) {
    mark(call_id, false)
    if (toCairnError(thrown).code !== 'CONSENT_NEEDED') {
      notifyError(thrown, 'chat:tools.consent.notTaken')
      return
    }
    notify({ key: 'chat:tools.consent.changed', lifeMs: 12_000 })
    askAgain(turn)
  }
}

function mark(callId: string, isSent: boolean): void {
  useAnsweredCalls.setState(({ sent }) => {
    const others = [...sent].filter((id) => id !== callId)
    return { sent: new Set(isSent ? [...others, callId] : others) }
  })
}
