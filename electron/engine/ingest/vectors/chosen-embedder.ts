import type { ReEmbedding } from './re-embed'

export interface ChosenEmbedderParts {
  /** As the settings have it now; null for the built-in one. */
  readonly chosen: () => string | null
  readonly builtIn: string
  readonly canEmbed: (id: string) => boolean
  readonly reEmbedding: Pick<ReEmbedding, 'choose' | 'state'>
  readonly closing: AbortSignal
  readonly log: (line: string) => void
}

/** Sees to it that the vectors become those of the embedder that was chosen. */
export class ChosenEmbedder {
  constructor(private readonly parts: ChosenEmbedderParts) {}

  /** To be called at the start and when the choice may have changed. A model that is not there now is waited for. */
  async apply(): Promise<void> {
    const { chosen, builtIn, canEmbed, reEmbedding, closing, log } = this.parts
    const wanted = chosen() ?? builtIn
    if (!canEmbed(wanted)) return
    await reEmbedding.choose(wanted).catch((thrown: unknown) => {
      if (!closing.aborted) log(`The embedder was not changed: ${String(thrown)}`)
    })
  }

  /** To be called when models have come or gone: the one waited for may be there again. */
  async look(): Promise<void> {
    const { chosen, canEmbed, reEmbedding } = this.parts
    const wanted = chosen()
    const { current, next, usable } = reEmbedding.state()
    // Another model under the same id is another embedder: it is there, and its vectors are not.
    if (wanted === null || next !== null || (current === wanted && usable)) return
    if (canEmbed(wanted)) await this.apply()
  }
}
