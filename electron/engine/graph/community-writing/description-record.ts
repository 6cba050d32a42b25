import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CommunityCard, CommunityHead } from '@shared/graph'

/** Raised whenever the same answers would be kept otherwise: communities are then described anew. */
export const recordVersion = 2

/** What a model has written about a community. Without a summary, nothing of the answer could be shown. */
export const DescriptionRecord = z.object({
  version: z.literal(recordVersion),
  /** `descriptionKey` of the card. */
  key: z.string(),
  community: z.string(),
  /** `headKey` of the community. */
  head: z.string(),
  model: z.object({ id: z.string(), name: z.string() }),
  /** The documents whose words the texts may hold. */
  documents: z.array(z.object({ id: z.string(), revision: z.string() })).min(1),
  /** Null wherever the summary is null. */
  title: z.string().nullable(),
  summary: z.string().nullable(),
})
export type DescriptionRecord = z.infer<typeof DescriptionRecord>

/** The key of a record: model, community and the texts of its card, so that other texts give another key. */
export function descriptionKey(model: string, { id, title, summary }: CommunityCard): string {
  return digest([model, id, title, ...summary.passages.flatMap(({ document_id, text }) => [document_id, text])])
}

/** The key of a title: model, community and extractive title, hashed because that title may quote other documents. */
export function headKey(model: string, { id, title }: Pick<CommunityHead, 'id' | 'title'>): string {
  return digest([model, id, title])
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
