import type { ModelsState } from '@shared/models/models'
import { modelName, runtimeOf } from '@renderer/state/models/model-options'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'

/** What is being waited for before an answer's first word; the texts stand in the locale file under `model`. */
export type ModelWait =
  | { readonly kind: 'loading'; readonly model: string; readonly percent: number }
  | { readonly kind: 'reading'; readonly model: string; readonly tokens: number }

type WaitingTurn = Pick<Turn, 'status' | 'response' | 'lastSeq' | 'stages'>

/**
 * What a model does before the first word of a turn's answer; null where nothing is known of that.
 * @param candidates the models that may answer it, first the one that is asked first.
 */
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
    if (runtime.state === 'busy' && isWriting(turn) && tokens !== null) return { kind: 'reading', model, tokens }
  }
  return null
}

function isWriting({ stages }: WaitingTurn): boolean {
  return stages[7]?.status === 'running'
}

/** As the seventh stage counted them; null until it has. */
function promptTokens({ stages }: WaitingTurn): number | null {
  const counted = stages[6]?.summary_notes?.find(({ key }) => key === 'blocks')?.values['tokens']
  const tokens = Number(counted)
  return counted !== undefined && Number.isFinite(tokens) && tokens > 0 ? tokens : null
}
