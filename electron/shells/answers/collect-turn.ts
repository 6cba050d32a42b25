import { CairnError } from '@shared/errors'
import type { AnswerOutcome, AnswerRef, CairnEvent, EvidenceItem, Reading, Usage } from '@shared/events'

/** A whole answer, once its turn has ended. */
export interface TurnAnswer {
  readonly session_id: string
  readonly response: string
  /** Absent where an earlier Cairn answered. */
  readonly outcome: AnswerOutcome | undefined
  readonly evidence: readonly EvidenceItem[]
  readonly refs: readonly AnswerRef[]
  /** What a question back offers to choose from. */
  readonly readings: readonly Reading[]
  readonly usage: Usage
  /** The language model that wrote it; null where it is quoted. */
  readonly model: string | null
  readonly ms: number
}

export interface TurnListener {
  /** A stage begins; stages may run at once and again. */
  readonly onStage?: (stage: number, name: string) => void
  /** The turn waits for a language model. */
  readonly onWait?: (stage: number, model: string) => void
  readonly onToken?: (text: string) => void
}

/** Reads a turn to its end. Throws what it failed with; CANCELLED where it was cancelled or ended too early. */
export async function collectTurn(events: AsyncIterable<CairnEvent>, listener: TurnListener = {}): Promise<TurnAnswer> {
  let evidence: readonly EvidenceItem[] = []
  let readings: readonly Reading[] = []
  for await (const event of events) {
    if (event.type === 'stage_start') listener.onStage?.(event.stage, event.name)
    else if (event.type === 'stage_wait') listener.onWait?.(event.stage, event.model)
    else if (event.type === 'evidence') evidence = event.items
    else if (event.type === 'shortcut') readings = event.readings
    else if (event.type === 'token') listener.onToken?.(event.content)
    else if (event.type === 'error') throw new CairnError(event.error.code, event.error.message, event.error.action)
    else if (event.type === 'final') {
      const { session_id, response, outcome, refs, usage, model = null, total_ms: ms } = event
      return { session_id, response, outcome, evidence, refs, readings, usage, model, ms }
    }
  }
  throw new CairnError('CANCELLED', 'The answer was cancelled before it was complete.', 'Ask again.')
}
