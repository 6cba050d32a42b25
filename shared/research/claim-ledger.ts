import { z } from 'zod'
import { TaskId } from './plan-spec'

/** A part of a piece of evidence that speaks for a claim or against it. */
export const ClaimSource = z.object({
  evidence_id: z.string().min(1),
  /** `chars:a-b` within the evidence's text, 0-based half-open. */
  selector: z.string().min(1),
  document_id: z.string(),
})
export type ClaimSource = z.infer<typeof ClaimSource>

/** One thing that documents say, tied to where they say it. */
export const Claim = z.object({
  id: z.string().min(1),
  task_id: TaskId,
  /** Verbatim from its first source where `wording` is `quoted`. */
  text: z.string().min(1),
  wording: z.enum(['quoted', 'written']),
  /** Never empty: what nothing speaks for is no claim. */
  for: z.array(ClaimSource).min(1),
  against: z.array(ClaimSource).default([]),
  /** When it holds, as far as its sentence, heading or document says: `2024`, `2024-03` or `2024-03-15`. */
  date: z
    .string()
    .regex(/^\d{4}(-\d{2}(-\d{2})?)?$/u)
    .nullable(),
  /** What it is about, and in which respect: a cell of a comparison. */
  subject: z.string().optional(),
  aspect: z.string().optional(),
  /** How surely it answers its task, 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** How likely it states what the report should hold, 0 to 1; absent for what was not chosen among others: it belongs there. */
  relevance: z.number().min(0).max(1).optional(),
})
export type Claim = z.infer<typeof Claim>

/** Claims that cannot all hold, or that hold at different times: a finding of its own. */
export const Conflict = z.object({
  id: z.string().min(1),
  claims: z.array(z.string().min(1)).min(2),
  /** `values`: different figures, dates or names for one thing; `denial`: one says what another denies. */
  kind: z.enum(['values', 'denial']),
  /** The differing parts, in the order of `claims`. */
  stated: z.array(z.string()).default([]),
  /** Different dates explain it: the later one is the newer state, not a contradiction. */
  by_time: z.boolean().default(false),
})
export type Conflict = z.infer<typeof Conflict>

/** What a task did not find. */
export const Gap = z.object({
  task_id: TaskId,
  /** The sub-question or the words that nothing was found for. */
  missing: z.string().min(1),
})
export type Gap = z.infer<typeof Gap>

/** What was found out, claim by claim. */
export const ClaimLedger = z.object({
  claims: z.array(Claim),
  conflicts: z.array(Conflict),
  gaps: z.array(Gap),
})
export type ClaimLedger = z.infer<typeof ClaimLedger>
