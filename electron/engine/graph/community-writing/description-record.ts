import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CommunityCard, CommunityHead } from '@shared/graph'

/** Raised whenever the same answers would be kept otherwise: communities are then described anew. */
const recordVersion = 2

/** What a model has written about a community; without a summary, that nothing of it could be shown. */
export const DescriptionRecord = z.object({
  version: z.literal(recordVersion),
  /** `descriptionKey` of what it is about. */
  key: z.string(),
  community: z.string(),
  /** `headKey` of the community. */
  head: z.string(),
  model: z.object({ id: z.string(), name: z.string() }),
  /** The documents whose words it may hold. */
  documents: z.array(z.object({ id: z.string(), revision: z.string() })).min(1),
  /** Null without a summary, too. */
  title: z.string().nullable(),
  summary: z.string().nullable(),
})
export type DescriptionRecord = z.infer<typeof DescriptionRecord>

export function descriptionRecord(record: Omit<DescriptionRecord, 'version'>): DescriptionRecord {
  return { version: recordVersion, ...record }
}

/** Of a model, a community and what its extractive card says: another text is another key. */
export function descriptionKey(model: string, { id, title, summary }: CommunityCard): string {
  return digest([model, id, title, ...summary.passages.flatMap(({ document_id, text }) => [document_id, text])])
}

/** Of a model, a community and its extractive title, which is not kept in words: it may be of other documents. */
export function headKey(model: string, { id, title }: Pick<CommunityHead, 'id' | 'title'>): string {
  return digest([model, id, title])
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
