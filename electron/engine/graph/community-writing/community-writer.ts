import type { CommunityCard, CommunityHead } from '@shared/graph'
import type { FoundChunk } from '@engine/ports/storage/chunk-index'
import type { ModelName } from '@engine/ports/models/language-model'
import type { AskModel } from '../model-extraction/extraction-parts'
import { communityBrief } from './community-brief'
import type { CommunityDescriptions } from './community-descriptions'
import { communityRequest } from './community-prompt'
import { descriptionKey, descriptionRecord, headKey } from './description-record'
import { groundDescription } from './ground-description'
import { SharedWork } from './shared-work'

export interface CommunityWriterParts {
  readonly descriptions: CommunityDescriptions
  /** The model that is chosen for it, whether it can be asked now or not; null for none. */
  readonly model: () => ModelName | null
  readonly chunksById: (ids: readonly string[]) => Promise<readonly FoundChunk[]>
}

/** What is to be described by which model, and the key its record is stored under. */
interface Description {
  readonly card: CommunityCard
  readonly model: ModelName
  readonly key: string
}

/** `unasked`: the budget was spent, or its documents changed meanwhile. */
export type Outcome = 'written' | 'refused' | 'unasked'

/**
 * Has a model write titles and summaries of communities from their extractive cards, and shows what the chosen one has written.
 * A card is asked about once for each model; an answer of which nothing can be shown is remembered as well.
 */
export class CommunityWriter {
  readonly #work = new SharedWork<Outcome>()

  constructor(private readonly parts: CommunityWriterParts) {}

  /** Whether nothing is to be asked about a card: there is no model, nothing to write from, or it was asked. */
  isSettled(card: CommunityCard): boolean {
    const model = this.parts.model()
    if (!model || card.summary.passages.length === 0) return true
    return this.parts.descriptions.get(descriptionKey(model.id, card)) !== undefined
  }

  /** An extractive card with what the chosen model has written about just that, and so its children's titles. */
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

  /**
   * Has an extractive card described that is not settled; what is shown of it then is `shown`. Who asks for the same meanwhile
   * waits for the same call. Throws CairnError: what asking throws, CANCELLED.
   */
  async write(card: CommunityCard, ask: AskModel, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted()
    const model = this.parts.model()
    if (!model) return 'unasked'
    const key = descriptionKey(model.id, card)
    return this.#work.join(key, (inner) => this.#write({ card, model, key }, ask, inner), signal)
  }

  /** Resolves when nothing is under way and all is on disk. */
  async idle(): Promise<void> {
    await this.#work.idle()
    await this.parts.descriptions.idle()
  }

  async #write({ card, model, key }: Description, ask: AskModel, signal: AbortSignal): Promise<Outcome> {
    const { descriptions } = this.parts
    const ids = [...new Set(card.summary.passages.map(({ chunk_id }) => chunk_id))]
    const chunks = (await this.parts.chunksById(ids)).map(({ chunk }) => chunk)
    const brief = communityBrief(card, chunks)
    if (brief.passages.length < card.summary.passages.length) return 'unasked'
    const reply = await ask(model, communityRequest(brief), signal)
    signal.throwIfAborted()
    if (reply === undefined) return 'unasked'
    const grounded = groundDescription(reply, brief)
    const documents = new Map(brief.passages.map(({ documentId: id, revision }) => [id, { id, revision }]))
    const record = descriptionRecord({
      ...{ key, community: card.id, head: headKey(model.id, card), model, documents: [...documents.values()] },
      ...grounded,
    })
    if (!(await descriptions.put(record))) return 'unasked'
    return grounded.summary === null ? 'refused' : 'written'
  }
}
