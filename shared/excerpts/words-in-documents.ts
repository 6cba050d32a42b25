import { z } from 'zod'
import { SearchFilter } from '../documents'

/** What is typed to find words in documents. */
export const WordSearchInput = z.object({
  /** White space at its end says that the last word is complete. */
  query: z.string().max(200).regex(/\S/u, 'Type a word first.'),
  /** Sentences at most. */
  limit: z.number().int().min(1).max(100).default(30),
  filter: SearchFilter.optional(),
})
export type WordSearchInput = z.output<typeof WordSearchInput>

/** A stretch of a text: 0-based half-open UTF-16 offsets. */
const Stretch = z.object({ start: z.number().int().nonnegative(), end: z.number().int().nonnegative() })

/** A sentence in which sought words stand: `[start, end)` of its document's extracted text. */
export const FoundSentence = Stretch.extend({
  document_id: z.string(),
  format: z.string(),
  heading_path: z.array(z.string()),
  /** The first page of its passage; null where the format has none. */
  page: z.number().int().positive().nullable(),
  text: z.string(),
  /** Where the words stand in `text`, in order, without overlap. */
  marks: z.array(Stretch),
  /** The title or heading that holds the words where the text under it does not; the sentence is then the first one under it. */
  heading: z.object({ text: z.string(), marks: z.array(Stretch) }).optional(),
})
export type FoundSentence = z.infer<typeof FoundSentence>

export const FoundSentences = z.object({
  /** Those of one document together, the document with the best of them first. */
  sentences: z.array(FoundSentence),
  /** False where no passage holds all words, and these hold some of them. */
  has_all_words: z.boolean(),
})
export type FoundSentences = z.infer<typeof FoundSentences>
