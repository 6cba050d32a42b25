import { z } from 'zod'
import { EvidencePlace } from './evidence-place'

/** A numbered source of an answer; `start`/`end` are 0-based half-open offsets into the document's extracted text. */
export const EvidenceItem = z.object({
  number: z.number().int().positive(),
  evidence_id: z.string(),
  kind: z.enum(['kb', 'tool', 'graph', 'chat']),
  document_id: z.string(),
  document_name: z.string(),
  /** Absent where the document has none. */
  document_title: z.string().optional(),
  /** The document's format; text of anything but Markdown is shown letter for letter. */
  format: z.string().default('text'),
  heading_path: z.array(z.string()),
  page: z.number().int().positive().nullable(),
  /** The places of the passage's parts in text order, where the parts have different places. */
  places: z.array(EvidencePlace).optional(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  text: z.string(),
  score: z.number(),
  /** The run of a tool whose result it is; absent for what no tool gave. */
  call_id: z.string().optional(),
  /** The names that led from the question to it, in order, where the knowledge graph found it. */
  graph_path: z.array(z.string()).optional(),
})
export type EvidenceItem = z.infer<typeof EvidenceItem>

/**
 * How far the cited passages carry a sentence; `uncited` where it cites none that carries it, `uncompared` where they are
 * in another language and what can be compared shows no fault.
 */
export const Verdict = z.enum(['supported', 'uncompared', 'partly', 'unsupported', 'uncited'])
export type Verdict = z.infer<typeof Verdict>
