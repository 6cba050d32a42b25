import { CairnError, toCairnError } from '@shared/errors'
import type { CommunityCard, CommunityHead } from '@shared/graph'
import type { AskModel, ModelExtractionParts } from '../model-extraction/extraction-parts'
import { attempt, FailureStreak } from '../model-extraction/failure-streak'
import type { CommunityWriter, Outcome } from './community-writer'

export interface LargestParts extends Pick<ModelExtractionParts, 'wait' | 'clock' | 'log'> {
  readonly writer: Pick<CommunityWriter, 'isSettled' | 'write'>
  /** All communities, with the titles taken from their documents. */
  readonly heads: () => Promise<readonly CommunityHead[]>
  /** The extractive card. Throws NOT_FOUND. */
  readonly cardOf: (id: string) => Promise<CommunityCard>
  /** Called when titles are others than before, but seldom: every window reads its picture anew. */
  readonly titlesChanged: () => void
}

/** A graph of thousands of communities is not read through: these are what people look at first. */
const maxDescribed = 24
const minMembers = 3
const publishEveryMs = 30_000

/** Has the largest communities of the coarsest level described, one after another, until the budget is spent. Never rejects. */
export async function describeLargest(parts: LargestParts, ask: AskModel, signal: AbortSignal): Promise<void> {
  const { heads, wait, clock, titlesChanged, log } = parts
  const failures = new FailureStreak(wait)
  let isUnpublished = false
  let publishedAt = clock()
  const publish = () => {
    if (isUnpublished) titlesChanged()
    isUnpublished = false
    publishedAt = clock()
  }
  try {
    const largest = (await heads())
      .filter(({ level, size }) => level === 0 && size >= minMembers)
      .toSorted((a, b) => b.size - a.size)
      .slice(0, maxDescribed)
    for (const { id } of largest) {
      const outcome = await attempt(() => described(id, parts, ask, signal), signal)
      if (outcome === 'unasked') return
      const isGone = outcome instanceof CairnError && outcome.code === 'NOT_FOUND'
      if (outcome instanceof CairnError && !isGone) {
        log(`graph: community ${id} could not be described: ${outcome.code}`)
        await failures.failed(outcome, signal)
        continue
      }
      if (outcome !== 'settled' && !isGone) failures.succeeded()
      isUnpublished ||= outcome === 'written'
      if (clock() - publishedAt >= publishEveryMs) publish()
    }
  } catch (thrown) {
    if (!signal.aborted) log(`graph: describing communities ended: ${toCairnError(thrown).code}`)
  } finally {
    publish()
  }
}

async function described(
  id: string,
  { writer, cardOf }: LargestParts,
  ask: AskModel,
  signal: AbortSignal,
): Promise<Outcome | 'settled'> {
  const card = await cardOf(id)
  return writer.isSettled(card) ? 'settled' : writer.write(card, ask, signal)
}
