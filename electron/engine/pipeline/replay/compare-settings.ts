import { withPatch } from '@shared/patch-schema'
import type { Comparison, Outcome, VariantSummary } from '@shared/session/replay'
import type { SessionContext } from '@shared/session/session-context'
import type { RetrievalSettings, SettingsVariant } from '@shared/settings'
import { recordedConversation } from '@engine/session/history/recorded-turn'
import { askAgain, type ReplayRooms } from './replay-turn'

export interface ComparisonStep {
  readonly done: number
  readonly total: number
  /** Set in the last step. */
  readonly comparison: Comparison | null
}

export interface SettingsComparison {
  /** Of sessions. */
  readonly ids: readonly string[]
  /** Reads a session, when it is its turn. */
  readonly load: (id: string) => Promise<SessionContext>
  readonly a: SettingsVariant
  readonly b: SettingsVariant
}

/** Asks every question of some sessions under two settings, each in the conversation as it was then. Nothing is recorded. */
export async function* compareSettings(
  { ids, load, ...variants }: SettingsComparison,
  rooms: ReplayRooms,
  signal: AbortSignal,
): AsyncGenerator<ComparisonStep> {
  const [a, b] = [withPatch(rooms.settings(), variants.a), withPatch(rooms.settings(), variants.b)]
  const outcomes: Record<'a' | 'b', Outcome[]> = { a: [], b: [] }
  const differing: Comparison['differing'] = []
  const total = await countTurns(ids, load)
  for (const id of ids) {
    const context = await load(id)
    for (const turn of recordedConversation(context)) {
      const pair = {
        a: await askAgain({ context, turn, settings: a }, rooms, signal),
        b: await askAgain({ context, turn, settings: b }, rooms, signal),
      }
      outcomes.a.push(pair.a)
      outcomes.b.push(pair.b)
      if (pair.a.response !== pair.b.response) {
        differing.push({ session_id: id, turn_id: turn.id, question: turn.question.content, ...pair })
      }
      yield { done: outcomes.a.length, total, comparison: null }
    }
  }
  const comparison: Comparison = {
    a: summarised(a, outcomes.a),
    b: summarised(b, outcomes.b),
    same_answers: outcomes.a.length - differing.length,
    differing,
  }
  yield { done: outcomes.a.length, total, comparison }
}

async function countTurns(ids: readonly string[], load: (id: string) => Promise<SessionContext>): Promise<number> {
  let count = 0
  for (const id of ids) count += recordedConversation(await load(id)).length
  return count
}

function summarised(settings: RetrievalSettings, outcomes: readonly Outcome[]): VariantSummary {
  const confidences = outcomes.flatMap(({ confidence }) => confidence ?? [])
  return {
    settings,
    turns: outcomes.length,
    refused: outcomes.filter(({ shortcut }) => shortcut === 'C').length,
    asked_back: outcomes.filter(({ shortcut }) => shortcut === 'A').length,
    confidence: mean(confidences),
    ms: median(outcomes.map(({ ms }) => ms)),
    sources: mean(outcomes.map(({ evidence }) => evidence.length)),
  }
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2
}
