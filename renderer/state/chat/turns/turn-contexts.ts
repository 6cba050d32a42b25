import { type ErrorReport, toCairnError } from '@shared/errors'
import type { Sensitivity } from '@shared/session/session-context'
import type { TurnContext } from '@shared/session/turn-context'
import { create } from 'zustand'
import { call, reachable } from '../../connection'
import { attempt } from '../../window/notices'

/** What is known of one turn's context. */
export interface ContextEntry {
  readonly sessionId: string
  readonly load: 'loading' | 'ready' | 'failed'
  /** The context as it was read last; it stays while it is read again. */
  readonly context: TurnContext | null
  readonly error: ErrorReport | null
}

/** The number of contexts that are kept, so that going back and forth between answers reads none twice. */
const mostKept = 12

/** The contexts of answers by turn, the one read last at the end. */
export const useTurnContexts = create<{ readonly entries: Readonly<Record<string, ContextEntry>> }>(() => ({
  entries: {},
}))

/** Reads what went into an answer, anew where it is here: documents change, and with them where its passages stand. */
export async function loadTurnContext(sessionId: string, turnId: string): Promise<void> {
  const known = useTurnContexts.getState().entries[turnId]?.context ?? null
  put(turnId, { sessionId, load: known ? 'ready' : 'loading', context: known, error: null })
  try {
    await reachable()
    const context = await call((client) => client.sessions.context({ id: sessionId, turn_id: turnId }))
    put(turnId, { sessionId, load: 'ready', context, error: null })
  } catch (thrown) {
    put(turnId, { sessionId, load: 'failed', context: null, error: toCairnError(thrown).report() })
  }
}

/** Says how carefully a passage is to be handled: shown at once, and taken back where the engine would not have it. */
export async function markEvidence(
  sessionId: string,
  evidenceId: string,
  sensitivity: Sensitivity | null,
): Promise<void> {
  const before = sensitivityOf(sessionId, evidenceId)
  showSensitivity(sessionId, evidenceId, sensitivity)
  const mark = { id: sessionId, evidence_id: evidenceId, sensitivity }
  const isMarked = await attempt(() => call((client) => client.sessions.mark(mark)), 'context:markFailed')
  if (!isMarked) showSensitivity(sessionId, evidenceId, before)
}

function sensitivityOf(sessionId: string, evidenceId: string): Sensitivity | null {
  for (const entry of Object.values(useTurnContexts.getState().entries)) {
    const sensitivity = entry.sessionId === sessionId && entry.context?.evidences[evidenceId]?.evidence.sensitivity
    if (sensitivity) return sensitivity
  }
  return null
}

/** In every turn of the session that used the passage. */
function showSensitivity(sessionId: string, evidenceId: string, sensitivity: Sensitivity | null): void {
  useTurnContexts.setState(({ entries }) => ({
    entries: Object.fromEntries(
      Object.entries(entries).map(([turnId, entry]) => [
        turnId,
        entry.sessionId === sessionId && entry.context
          ? { ...entry, context: withSensitivity(entry.context, evidenceId, sensitivity) }
          : entry,
      ]),
    ),
  }))
}

function withSensitivity(context: TurnContext, evidenceId: string, sensitivity: Sensitivity | null): TurnContext {
  const used = context.evidences[evidenceId]
  if (!used) return context
  const evidence = { ...used.evidence }
  if (sensitivity === null) delete evidence.sensitivity
  else evidence.sensitivity = sensitivity
  return { ...context, evidences: { ...context.evidences, [evidenceId]: { ...used, evidence } } }
}

function put(turnId: string, entry: ContextEntry): void {
  useTurnContexts.setState(({ entries }) => {
    const others = Object.entries(entries).filter(([id]) => id !== turnId)
    return { entries: Object.fromEntries([...others.slice(1 - mostKept), [turnId, entry]]) }
  })
}
