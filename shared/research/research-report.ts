import { z } from 'zod'
import { Verdict } from '../session/evidence-item'
import { ResearchLanguage, SectionKind } from './plan-spec'

/** A citation: the number of a source in the report's list, and which part of it. */
export const ReportRef = z.object({
  number: z.number().int().positive(),
  evidence_id: z.string().min(1),
  /** `chars:a-b` within the evidence's text, 0-based half-open. */
  selector: z.string().min(1),
})
export type ReportRef = z.infer<typeof ReportRef>

/**
 * A sentence of a report. `quoted` is verbatim from its first source; `written` is a model's and rests on its sources; `frame` is
 * Cairn's own and says nothing of what documents say, only how the report is arranged or what was not found.
 */
export const ReportSentence = z.object({
  text: z.string().min(1),
  kind: z.enum(['quoted', 'written', 'frame']),
  refs: z.array(ReportRef).default([]),
  /** The critic's, of written sentences. */
  verdict: Verdict.optional(),
  claims: z.array(z.string()).default([]),
})
export type ReportSentence = z.infer<typeof ReportSentence>

/** A cell says what its sources say; empty where nothing was found. */
export const ReportCell = z.object({ text: z.string(), refs: z.array(ReportRef).default([]) })
export type ReportCell = z.infer<typeof ReportCell>

const sentences = z.array(ReportSentence).min(1)

/** A piece of a section. */
export const ReportBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), sentences }),
  z.object({ type: z.literal('list'), ordered: z.boolean(), items: z.array(sentences) }),
  z.object({
    type: z.literal('table'),
    caption: z.string().optional(),
    columns: z.array(z.string()),
    rows: z.array(z.array(ReportCell)),
  }),
  /** `date` as a claim has it; entries in order. */
  z.object({ type: z.literal('timeline'), entries: z.array(z.object({ date: z.string(), sentences })) }),
  /** Question and answer, for study guides and glossaries: `term` may be a question. */
  z.object({ type: z.literal('terms'), entries: z.array(z.object({ term: z.string(), sentences })) }),
  /** Values of a table as a bar or line chart; drawn as plain SVG by whoever shows it. */
  z.object({
    type: z.literal('chart'),
    shape: z.enum(['bar', 'line']),
    caption: z.string(),
    unit: z.string().optional(),
    labels: z.array(z.string()),
    series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
    refs: z.array(ReportRef).default([]),
  }),
  /** Documents that disagree: each side with its own sources. */
  z.object({
    type: z.literal('conflict'),
    conflict_id: z.string(),
    sides: z.array(sentences).min(2),
    by_time: z.boolean(),
  }),
])
export type ReportBlock = z.infer<typeof ReportBlock>

export const ReportSection = z.object({
  id: z.string().min(1),
  heading: z.string().min(1),
  kind: SectionKind,
  blocks: z.array(ReportBlock),
  /** How sure its claims are together, 0 to 1; absent where it has none. */
  confidence: z.number().min(0).max(1).optional(),
})
export type ReportSection = z.infer<typeof ReportSection>

/** What was found wrong with a report after it was written. */
export const ReportIssue = z.object({
  key: z.enum([
    'mark_without_source',
    'sentence_without_source',
    'not_as_quoted',
    'unsupported_struck',
    /** A model failed at a section, which stands as rules made it. */
    'section_not_written',
    'term_not_covered',
    'conflict_not_told',
  ]),
  about: z.string(),
})
export type ReportIssue = z.infer<typeof ReportIssue>

/** The outcome of a run, every sentence tied to a passage. The list of sources is the run's evidence, by number. */
export const ResearchReport = z.object({
  title: z.string().min(1),
  language: ResearchLanguage,
  /** `rules` where it is arranged quotations, or the name of the model that wrote it. */
  written_by: z.string().min(1),
  made_at: z.string(),
  /** The most important sentences, first on the page. */
  summary: z.array(ReportSentence),
  sections: z.array(ReportSection),
  /** Sentences of kind `frame`: what was asked and not found, and which documents could not be read or were not. */
  not_found: z.array(ReportSentence),
  not_read: z.array(ReportSentence),
  issues: z.array(ReportIssue).default([]),
})
export type ResearchReport = z.infer<typeof ResearchReport>
