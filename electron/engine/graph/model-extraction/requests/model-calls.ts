import { setImmediate as macrotask } from 'node:timers/promises'
import { CairnError } from '@shared/errors'
import { withDeadline } from '@engine/platform/deadline'
import type { ModelName } from '@engine/ports/models/language-model'
import type { ModelExtractionParts, ModelRequest } from '../extraction-parts'

/** Longer replies are a model that runs on, in UTF-16 units. */
const longestReply = 20_000

/** The calls of one run: they make way for whoever waits for an answer, and end when the budget is spent. */
export class ModelCalls {
  #spentMs = 0

  constructor(
    private readonly parts: Pick<ModelExtractionParts, 'models' | 'activity' | 'clock'>,
    readonly budgetMs: number,
  ) {}

  get spentMs(): number {
    return this.#spentMs
  }

  get isOver(): boolean {
    return this.#spentMs >= this.budgetMs
  }

  /** Asks a model, again after an interruption. The budget is exceeded by at most one call. Throws CairnError. */
  async ask(model: ModelName, request: ModelRequest, signal: AbortSignal): Promise<string | undefined> {
    for (;;) {
      await this.#rest(signal)
      if (this.isOver) return undefined
      const making = new AbortController()
      const stopListening = this.parts.activity.onBusy(() => making.abort())
      try {
        return await this.#call(model, request, AbortSignal.any([signal, making.signal]))
      } catch (thrown) {
        if (signal.aborted || !making.signal.aborted) throw thrown
      } finally {
        stopListening()
      }
    }
  }

  /** Lets everybody else have their turn, and whoever waits for an answer get it. */
  async #rest(signal: AbortSignal): Promise<void> {
    const { activity } = this.parts
    await macrotask()
    signal.throwIfAborted()
    while (activity.isBusy()) await activity.whenIdle(signal)
    signal.throwIfAborted()
  }

  async #call(model: ModelName, asked: ModelRequest, signal: AbortSignal): Promise<string> {
    const { models, clock } = this.parts
    const request = { ...asked, task: 'extraction', model: model.id } as const
    const startedAt = clock()
    try {
      return await withDeadline(
        async (inner) => {
          let reply = ''
          for await (const event of models.generate(request, { firstTokenMs: Infinity, signal: inner })) {
            // Another one's answers do not belong into this one's record.
            if ('model' in event && event.model.id !== model.id) throw unreachable(model)
            if (event.type === 'token') reply += event.text
            if (reply.length > longestReply) break
          }
          return reply
        },
        models.deadlineOf('extraction'),
        signal,
      )
    } finally {
      this.#spentMs += Math.max(0, clock() - startedAt)
    }
  }
}

function unreachable({ name }: ModelName): CairnError {
  return new CairnError('UNREACHABLE', `${name} could not be asked.`, 'Try it in Models, then go on.')
}
