import type { ModelsState } from '@shared/models/models'
import { modelName, runtimeOf } from '@renderer/state/models/model-options'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'

/** What a model does before an answer's first word; the texts stand in the locale file under `model`. */
export type ModelWait =
  | { readonly kind: 'loading'; readonly model: string; readonly percent: number }
  | { readonly kind: 'understanding'; readonly model: string }
  | { readonly kind: 'reading'; readonly model: string; readonly tokens: number | null }

type WaitingTurn = Pick<Turn, 'status' | 'response' | 'lastSeq' | 'stages' | 'waiting'>

/** What the turn waits for before the first word of its answer: the first of these models that is loaded, or its own. */
export function modelWait(
  turn: WaitingTurn,
  state: ModelsState | null,
  candidates: readonly (string | null)[],
): ModelWait | null {
  if (turn.status !== 'running' || turn.response !== '' || turn.lastSeq < 0) return null
  for (const id of candidates) {
    const runtime = id === null ? undefined : runtimeOf(state, id)
    if (runtime?.state !== 'loading') continue
    return { kind: 'loading', model: modelName(state, runtime.id), percent: Math.round(runtime.progress * 100) }
  }
  const [wait] = turn.waiting
  if (!wait) return null
  const { model, goOn } = wait
  return goOn ? { kind: 'understanding', model } : { kind: 'reading', model, tokens: promptTokens(turn) }
}

/** As the seventh stage counted them; null until it has. */
function promptTokens({ stages }: WaitingTurn): number | null {
  const counted = stages[6]?.summary_notes?.find(({ key }) => key === 'blocks')?.values['tokens']
  const tokens = Number(counted)
  return counted !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : null
}
