import type { ModelsState } from '@shared/models/models'
import { modelName, runtimeOf } from '@renderer/state/models/model-options'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'

/** What a model does before an answer's first word; the texts stand in the locale file under `model`. */
export type ModelWait =
  | { readonly kind: 'loading'; readonly model: string; readonly percent: number }
  | { readonly kind: 'reading'; readonly model: string; readonly tokens: number }

type WaitingTurn = Pick<Turn, 'status' | 'response' | 'lastSeq' | 'stages'>

/** What the first busy one of these models does before the first word of an answer; null where that is unknown. */
export function modelWait(
  turn: WaitingTurn,
  state: ModelsState | null,
  candidates: readonly (string | null)[],
): ModelWait | null {
  if (turn.status !== 'running' || turn.response !== '' || turn.lastSeq < 0) return null
  for (const id of candidates) {
    const runtime = id === null ? undefined : runtimeOf(state, id)
    if (!runtime) continue
    const model = modelName(state, runtime.id)
    if (runtime.state === 'loading') return { kind: 'loading', model, percent: Math.round(runtime.progress * 100) }
    const tokens = promptTokens(turn)
    const isWriting = turn.stages[7]?.status === 'running'
    if (runtime.state === 'busy' && isWriting && tokens !== null) return { kind: 'reading', model, tokens }
  }
  return null
}

/** As the seventh stage counted them; null until it has. */
function promptTokens({ stages }: WaitingTurn): number | null {
  const counted = stages[6]?.summary_notes?.find(({ key }) => key === 'blocks')?.values['tokens']
  const tokens = Number(counted)
  return counted !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : null
}
