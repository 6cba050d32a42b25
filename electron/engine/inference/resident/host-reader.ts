import { CairnError } from '@shared/errors'
import { cancelled } from '@engine/platform/deadline'
import type { AnswerSpan, Reader } from '@engine/ports/models/reader'
import { FoundSpans } from '../host/protocol'
import type { ResidentModel, ResidentModels } from '../supervision/host-client'
import { VectorCalls, type VectorModelOptions } from './vector-calls'

interface HostReader extends Reader {
  /** Begins to load it, so that the first question need not wait. Never throws. */
  warm(): void
}

/**
 * A reader whose model runs in the inference host. Throws CairnError MODEL_FAILED (also of one that is left alone for a
 * while), MODEL_UNUSABLE, MODEL_OUT_OF_MEMORY, CANCELLED.
 */
export function createHostReader(
  model: ResidentModel,
  resident: ResidentModels,
  options: VectorModelOptions = {},
): HostReader {
  const calls = new VectorCalls(model, resident, options)
  return {
    id: model.id,
    get perSecond() {
      return calls.perSecond
    },
    warm: () => calls.warm(),
    async read(question, passages, signal) {
      if (signal?.aborted) throw cancelled()
      if (passages.length === 0) return []
      return calls.run({
        request: { type: 'read', key: model.id, question, passages: [...passages] },
        texts: passages.length,
        read: (answer) => spansOf(answer, passages),
        signal,
        insists: false,
      })
    },
  }
}

/** A span outside its passage would open another place than the one that was read. */
function spansOf(answer: unknown, passages: readonly string[]): (AnswerSpan | null)[] {
  const { success, data } = FoundSpans.safeParse(answer)
  const isInside = (span: AnswerSpan | null, at: number) =>
    span === null || (span.start < span.end && span.end <= (passages[at]?.length ?? 0))
  if (success && data.length === passages.length && data.every(isInside)) return data
  throw new CairnError('MODEL_FAILED', 'The reader gave an answer that is no list of places.', 'Try again.')
}
