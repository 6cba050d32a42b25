import { z } from 'zod'
import { EvidenceItem } from '../session/evidence-item'
import { ReportRef } from './research-report'

export const NotebookId = z.string().regex(/^n_[A-Za-z0-9-]{1,60}$/u, 'A notebook id begins with n_.')

/** Something kept in a notebook. Its words may be edited; its sources stay as they were. */
export const NoteItem = z.object({
  id: z.string().min(1).max(64),
  kind: z.enum(['text', 'passage', 'answer']),
  /** Markdown; marks `[n]` name `sources` by number. */
  text: z.string().max(200_000),
  sources: z.array(EvidenceItem).default([]),
  refs: z.array(ReportRef).default([]),
  /** Where it was saved from; all absent for what the user wrote. */
  from: z
    .object({
      session_id: z.string().optional(),
      turn_id: z.string().optional(),
      run_id: z.string().optional(),
      document_id: z.string().optional(),
    })
    .default({}),
  /** What the user says of a highlighted passage; absent where nothing. */
  comment: z.string().max(20_000).optional(),
  /** What stood before and behind a highlighted passage, to know it from others with the same words when its document has changed. */
  around: z.object({ before: z.string().max(200), after: z.string().max(200) }).optional(),
  /** Edited since it was saved: it is no longer what its sources say word for word. */
  edited: z.boolean().default(false),
  at: z.string(),
})
export type NoteItem = z.infer<typeof NoteItem>

/** Notes in the user's order. */
export const Notebook = z.object({
  id: NotebookId,
  title: z.string().trim().min(1).max(200),
  items: z.array(NoteItem).max(5000),
  /** Searched and cited like a document, as "from my notes". */
  as_evidence: z.boolean().default(false),
  /** Set where it holds the highlights of one document, in the order of its text. */
  document_id: z.string().min(1).max(200).optional(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type Notebook = z.infer<typeof Notebook>

/** A notebook as lists show it. */
export const NotebookHeader = Notebook.omit({ items: true }).extend({ count: z.number().int().nonnegative() })
export type NotebookHeader = z.infer<typeof NotebookHeader>

/** A note that holds the words that were looked for. */
export const NoteHit = z.object({ notebook: NotebookHeader, item: NoteItem })
export type NoteHit = z.infer<typeof NoteHit>
