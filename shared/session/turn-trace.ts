import { z } from 'zod'
import { SearchFilter } from '../documents'
import { ErrorReport } from '../errors'
import {
  AnswerOutcome,
  AnswerRef,
  Critique,
  EvidenceItem,
  ListedDocuments,
  Reading,
  Shortcut,
  StageRecord,
} from '../events'
import { Note } from '../note'
import { GraphMode, RetrievalSettings } from '../settings'
import { ToolRun } from '../tools/tool-run'
import { SecondOpinion } from './second-opinion'

const nonEmpty = z.string().min(1)

/** A choice of what a question may be answered from, beyond what search finds: evidence ids of the same session. */
export const ContextChoices = z.object({
  /** Always in the prompt, as `must`. */
  pinned: z.array(nonEmpty).max(50).default([]),
  /** Never in the prompt. */
  excluded: z.array(nonEmpty).max(200).default([]),
  /** Documents that are not searched, by their ids; absent for none. */
  excluded_documents: z.array(nonEmpty).max(200).optional(),
})
export type ContextChoices = z.infer<typeof ContextChoices>

/** A passage that was found but is not evidence, and which step left it out: for "why isn't this in the prompt?". */
export const DroppedPassage = z.looseObject({
  chunk_id: z.string(),
  document_id: z.string(),
  document_title: z.string(),
  revision: z.string(),
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  /** Its place in the order of that step's input, from 1. */
  rank: z.number().int().positive(),
  score: z.number(),
  /** A processor of the chain, or `relevance_floor`. */
  by: z.string(),
})
export type DroppedPassage = z.infer<typeof DroppedPassage>

/** How search saw one piece of evidence in this turn; the evidence itself may have been found by several turns. */
export const FoundPassage = z.looseObject({
  evidence_id: nonEmpty,
  score: z.number(),
  features: z.record(z.string(), z.union([z.number(), z.boolean()])).nullable(),
  found_by: z.array(
    z.looseObject({
      channel: z.string(),
      query: z.string(),
      weight: z.number(),
      rank: z.number().int(),
      score: z.number(),
    }),
  ),
  /** The names that led the knowledge graph to it from the question, in order. */
  graph_path: z.array(z.string()).optional(),
})
export type FoundPassage = z.infer<typeof FoundPassage>

const Gap = z.looseObject({ title: z.string(), pages: z.array(z.number().int().positive()) })

/** `[start, end)` of a document's text, in UTF-16 units. */
const place = z.object({ start: z.number().int().nonnegative(), end: z.number().int().nonnegative() })

/** The material of an answer besides its evidence, so that composing can be repeated exactly. */
export const AnswerBasis = z.looseObject({
  /** In ranking order; `length` says how much of the evidence's text, from its beginning, in UTF-16 units. */
  passages: z.array(
    z.looseObject({
      evidence_id: nonEmpty,
      score: z.number(),
      length: z.number().int().nonnegative(),
      /** Above the relevance floor; negative below it. Absent where it was not held against it, and in older records. */
      nearness: z.number().optional(),
      /** Where a reader saw the answer to a part of the question, with its logits; absent where none read it. */
      spans: z.array(place.extend({ question: z.string(), score: z.number(), none: z.number() })).optional(),
    }),
  ),
  /** How many of them, from the first, could be quoted as an answer; absent for all, in older records. */
  near: z.number().int().nonnegative().optional(),
  language: z.enum(['en', 'zh']),
  rewrite: z.looseObject({
    standalone: z.string(),
    parts: z.array(z.string()),
    queries: z.array(z.looseObject({ text: z.string(), weight: z.number() })),
    /** Misspelt words and what they were read as; absent for none, and in older records. */
    respelled: z.array(z.looseObject({ from: z.string(), to: z.string() })).optional(),
  }),
  survey: z
    .object({
      topic: z.string(),
      wants: z.enum(['documents', 'items']),
      reach: z.record(z.string(), z.union([z.number(), z.boolean()])),
      documents: z.array(
        z.looseObject({ title: z.string(), passages: z.array(nonEmpty), copies: z.number().int().optional() }),
      ),
      /** What the text was searched for, which documents alone, and names of those that could not be; absent in older records. */
      searched: z.array(z.string()).optional(),
      limited: z.string().optional(),
      unsearched: z.array(z.string()).optional(),
    })
    .nullable(),
  /** Absent in records older than it. */
  overview: z
    .object({
      topic: z.string().nullable(),
      total: z.number(),
      reach: z.record(z.string(), z.number()),
      /** The one document it is of; absent where it is of the library. */
      document: z.string().optional(),
      themes: z.array(
        z.looseObject({
          title: z.string(),
          names: z.number(),
          documents: z.number(),
          sentences: z.array(
            z.looseObject({
              evidence_id: nonEmpty,
              start: z.number().int().nonnegative(),
              end: z.number().int().nonnegative(),
            }),
          ),
        }),
      ),
    })
    .nullable()
    .optional(),
  /** The comparison of all rows of a table, in older records. */
  extreme: z
    .object({
      document: z.string(),
      title: z.string(),
      column: z.string(),
      end: z.enum(['highest', 'lowest']),
      of_time: z.boolean(),
      compared: z.number().int(),
      total: z.number().int(),
      of_all: z.boolean().optional(),
      rows: z.array(place.extend({ head: place.optional(), says: place.optional() })),
    })
    .optional(),
  /** What tools answered, with the evidence that each brought; absent for none. */
  tools: z
    .array(
      z.looseObject({
        call_id: nonEmpty,
        /** The evidence that is its result; null where it gave none. */
        evidence_id: nonEmpty.nullable(),
        rows: z.array(z.looseObject({ cells: z.array(z.string()), evidence_id: nonEmpty.nullable() })),
        evidence: z.array(nonEmpty),
      }),
    )
    .optional(),
  /** Absent where documents were searched. */
  unsearched: z.boolean().optional(),
  /** Absent where all of the search was done. */
  cut_short: z.boolean().optional(),
  nearest: z.array(z.string()),
  absent: z.array(z.string()),
  gaps: z.array(Gap),
  unread: z.looseObject({ failed: z.number().int(), waiting: z.number().int() }),
  /** How many documents a filter let through, of how many; absent where all were searched. */
  limited: z.looseObject({ searched: z.number().int(), of: z.number().int() }).optional(),
  has_documents: z.boolean(),
  /** The documents behind it that were not read whole. */
  unread_parts: z.array(z.looseObject({ id: z.string(), title: z.string(), gaps: z.array(z.unknown()) })),
  /** The lookups in the index's statistics and in the term table. */
  lookups: z.looseObject({
    chunks: z.number().int().nonnegative(),
    frequencies: z.record(z.string(), z.number()),
    terms: z.record(
      z.string(),
      z.array(
        z.looseObject({ surface: z.string(), start: z.number(), end: z.number(), translations: z.array(z.string()) }),
      ),
    ),
  }),
  /** Composing was late, and the best passage was quoted instead. */
  quoted: z.boolean(),
})
export type AnswerBasis = z.infer<typeof AnswerBasis>

/** How one turn ran: what the pipeline strip and the evidence panel show again when it is selected. */
export const TurnTrace = z.looseObject({
  turn_id: nonEmpty,
  trace_id: z.string(),
  question: z.string(),
  started_at: z.string(),
  status: z.enum(['complete', 'cancelled', 'interrupted', 'error']),
  total_ms: z.number().nonnegative(),
  /** From the writing of the question to the first word, without what it waited for before; absent where there was none. */
  first_token_ms: z.number().nonnegative().optional(),
  stages: z.array(StageRecord.loose()),
  shortcut: Shortcut.nullable(),
  shortcut_reason: z.string().optional(),
  shortcut_reason_note: Note.optional(),
  readings: z.array(Reading).optional(),
  suggestions: z.array(z.string()).optional(),
  /** The critic's verdict on the answer; absent where it was not checked. */
  critique: Critique.optional(),
  /** What a language model thinks of the checked sentences; it is asked after the turn has ended. */
  second_opinion: SecondOpinion.optional(),
  filter: SearchFilter.loose().optional(),
  /** Evidence pinned to the context and excluded from it. */
  choices: ContextChoices.optional(),
  /** Asked not to be asked back. */
  search_anyway: z.boolean().optional(),
  /** How the knowledge graph was to be searched, where that was asked for with the question. */
  graph: GraphMode.optional(),
  /** The turn whose place this one took. */
  replaces: z.string().optional(),
  queries: z.array(z.string()),
  intents: z.array(z.looseObject({ intent: z.string(), confidence: z.number() })),
  evidence: z.array(EvidenceItem.omit({ text: true }).loose()),
  refs: z.array(AnswerRef.loose()),
  /** The tools that ran; absent for none. */
  tools: z.array(ToolRun.loose()).optional(),
  found: z.array(FoundPassage).optional(),
  dropped: z.array(DroppedPassage).optional(),
  basis: AnswerBasis.optional(),
  /** The chain behind retrieval: each processor with its milliseconds and how many passages it left. */
  post_processing: z
    .array(z.looseObject({ name: z.string(), ms: z.number().nonnegative(), kept: z.number().int() }))
    .optional(),
  mode: z.string().optional(),
  temperature: z.number().optional(),
  /** Given to the answering model; without one nothing is random. */
  seed: z.number().int().optional(),
  /** Size of the assembled prompt, whether or not a language model read it, and what it was allowed to be. */
  prompt_tokens: z.number().int().nonnegative().optional(),
  token_budget: z.number().int().nonnegative().optional(),
  /** Retrieval settings in force; before there was a knowledge graph none was searched. */
  retrieval: RetrievalSettings.extend({ graph: GraphMode.default('off') })
    .loose()
    .optional(),
  /** The parts that did the work, by task: embedder, answerer, term table, tokenizer. */
  models: z.record(z.string(), z.string()).optional(),
  /** The language model that wrote the answer, for people; absent where it is quoted from the evidence. */
  model: z.string().optional(),
  /** Absent in records of earlier versions. */
  outcome: AnswerOutcome.optional(),
  /** How likely what was found answers the question, 0 to 1; absent where nothing was judged. */
  likely: z.number().min(0).max(1).optional(),
  /** What that was judged by, by name. */
  judged: z.record(z.string(), z.number()).optional(),
  /** The documents it lists, where it is about the library. */
  listed: ListedDocuments.optional(),
  /** Parts of a question of several that nothing was found for, in its own words; absent for none. */
  unanswered: z.array(z.string().min(1)).min(1).optional(),
  /** Why the answer ends before its end. */
  broke_off: Note.optional(),
  error: ErrorReport.optional(),
})
export type TurnTrace = z.infer<typeof TurnTrace>
