import type { CommunityCard, CommunityHead } from '@shared/graph'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import type { ModelName } from '@engine/ports/models/language-model'
import type { AskModel } from '../model-extraction/extraction-parts'
import { communityBrief } from './community-brief'
import type { CommunityDescriptions } from './community-descriptions'
import { communityRequest } from './community-prompt'
import { descriptionKey, type DescriptionRecord, headKey, recordVersion } from './description-record'
import { groundDescription } from './ground-description'
import { SharedWork } from './shared-work'

export interface CommunityWriterParts {
  readonly descriptions: CommunityDescriptions
  /** The model that is chosen for it, whether it can be asked now or not; null for none. */
  readonly model: () => ModelName | null
  readonly chunksById: (ids: readonly string[]) => Promise<readonly FoundChunk[]>
}

/** `unasked`: the budget was spent, or its documents changed meanwhile. */
export type Outcome = 'written' | 'refused' | 'unasked'

/** Has a model describe communities, once for each card, and shows what the chosen model has written. Refusals are kept. */
export class CommunityWriter {
  readonly #work = new SharedWork<Outcome>()

  constructor(private readonly parts: CommunityWriterParts) {}

  /** Whether a card needs no call: there is no model, nothing to write from, or the model was asked already. */
  isSettled(card: CommunityCard): boolean {
    const model = this.parts.model()
    if (!model || card.summary.passages.length === 0) return true
    return this.parts.descriptions.get(descriptionKey(model.id, card)) !== undefined
  }

  /** A card with what the chosen model has written about it, and with its children's titles. */
  shown(card: CommunityCard): CommunityCard {
    const model = this.parts.model()
    const record = model && this.parts.descriptions.get(descriptionKey(model.id, card))
    const { summary } = card
    return {
      ...card,
      title: record?.title ?? card.title,
      summary:
        record && record.summary !== null ? { ...summary, text: record.summary, by: record.model.name } : summary,
      children: this.titled(card.children),
    }
  }

  /** Extractive heads with the titles the chosen model gave them. */
  titled<Head extends CommunityHead>(heads: readonly Head[]): Head[] {
    const { descriptions } = this.parts
    const model = this.parts.model()
    if (!model) return [...heads]
    return heads.map((head) => ({ ...head, title: descriptions.titleOf(model.id, head) ?? head.title }))
  }

  /** Has a card described. Callers who ask for the same card share one call. Throws CairnError as `ask`, and CANCELLED. */
  async write(card: CommunityCard, ask: AskModel, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted()
    const model = this.parts.model()
    if (!model) return 'unasked'
    const key = descriptionKey(model.id, card)
    return this.#work.join(key, (inner) => this.#write(card, model, ask, inner), signal)
  }

  /** Resolves when nothing is under way and all is on disk. */
  async idle(): Promise<void> {
    await this.#work.idle()
    await this.parts.descriptions.idle()
  }

  async #write(card: CommunityCard, model: ModelName, ask: AskModel, signal: AbortSignal): Promise<Outcome> {
    const ids = [...new Set(card.summary.passages.map(({ chunk_id }) => chunk_id))]
    const chunks = (await this.parts.chunksById(ids)).map(({ chunk }) => chunk)
    const brief = communityBrief(card, chunks)
    if (brief.passages.length < card.summary.passages.length) return 'unasked'
    const reply = await ask(model, communityRequest(brief), signal)
    signal.throwIfAborted()
    if (reply === undefined) return 'unasked'
    const grounded = groundDescription(reply, brief)
    const documents = new Map(brief.passages.map(({ documentId: id, revision }) => [id, { id, revision }]))
    const record: DescriptionRecord = {
      version: recordVersion,
      key: descriptionKey(model.id, card),
      ...{ community: card.id, head: headKey(model.id, card), model, documents: [...documents.values()] },
      ...grounded,
    }
    if (!(await this.parts.descriptions.put(record))) return 'unasked'
    return grounded.summary === null ? 'refused' : 'written'
  }
}
