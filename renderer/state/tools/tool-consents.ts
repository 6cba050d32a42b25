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

/** Answers about calls that are on their way, and refusals; by the calls' ids. */
export const useAnsweredCalls = create<{ readonly calls: Readonly<Record<string, 'sent' | 'never'>> }>(() => ({
  calls: {},
}))

/**
 * Tells the engine what the user answered about a call that a turn shows. Where it may run, the question is asked again in its
 * place; so it is where the tool has changed since, so that the user sees what it is now.
 */
export async function answerConsent(turn: Turn, run: ToolRun, answer: ConsentAnswer): Promise<void> {
  const { call_id } = run
  if (useAnsweredCalls.getState().calls[call_id] !== undefined) return
  mark(call_id, 'sent')
  try {
    const { allowed } = await call((client) =>
      client.tools.consents.answer({ session_id: turn.session_id, call_id, answer }),
    )
    mark(call_id, allowed ? null : 'never')
    if (!allowed) return
    askAgain(turn)
    // The button that was pressed went with its turn.
    runAction('focus_composer')
  } catch (thrown) {
    mark(call_id, null)
    if (toCairnError(thrown).code !== 'CONSENT_NEEDED') return notifyError(thrown, 'chat:tools.consent.notTaken')
    notify({ key: 'chat:tools.consent.changed', lifeMs: 12_000 })
    askAgain(turn)
  }
}

function mark(callId: string, answer: 'sent' | 'never' | null): void {
  useAnsweredCalls.setState(({ calls: { [callId]: _before, ...others } }) => ({
    calls: answer === null ? others : { ...others, [callId]: answer },
  }))
}
