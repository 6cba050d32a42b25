import { z } from 'zod'
import { RetrievalSettings } from '../settings'

/** `record` composes again from the recorded blocks; `search` asks the library as it is now. */
export const ReplayMode = z.enum(['record', 'search'])
export type ReplayMode = z.infer<typeof ReplayMode>

/** One side of a replay. */
export const Outcome = z.object({
  response: z.string(),
  /** The cited passages. */
  evidence: z.array(
    z.object({ evidence_id: z.string(), document_title: z.string(), place: z.string(), text: z.string() }),
  ),
  shortcut: z.string().nullable(),
  /** The critic's label and confidence; null where it did not check. */
  label: z.string().nullable(),
  confidence: z.number().nullable(),
  ms: z.number().nonnegative(),
})
export type Outcome = z.infer<typeof Outcome>

/** Why a replay may differ through no fault of the answerer. */
export const ReplayCaveat = z.enum([
  'no_basis',
  'embedder_differs',
  'passages_gone',
  'lookups_missed',
  'version_differs',
  'was_interrupted',
  /** A language model wrote it, which may word it otherwise or cannot be asked. */
  'written_by_model',
  /** A language model read the question then, which may read it otherwise or was not asked. */
  'understood_by_model',
])
export type ReplayCaveat = z.infer<typeof ReplayCaveat>

export const TurnReplay = z.object({
  turn_id: z.string(),
  question: z.string(),
  /** The mode used: `search` also for a record that lacks the material to compose from again. */
  mode: ReplayMode,
  recorded: Outcome,
  replayed: Outcome,
  same_answer: z.boolean(),
  same_evidence: z.boolean(),
  /** The two answers, sentence by sentence. */
  diff: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })),
  caveats: z.array(ReplayCaveat),
})
export type TurnReplay = z.infer<typeof TurnReplay>

/** What is the samein a recorded answer and the one made now. `order`: the same passages, in another order. */
export function sameness(replay: Pick<TurnReplay, 'same_answer' | 'same_evidence' | 'recorded' | 'replayed'>) {
  const { same_answer: answer, same_evidence: evidence, recorded, replayed } = replay
  if (answer) return evidence ? 'both' : 'answer'
  if (evidence) return 'evidence'
  const isOrder = onlyIn(recorded, replayed).length === 0 && onlyIn(replayed, recorded).length === 0
  return isOrder ? 'order' : 'neither'
}

/** The passages that only one of two outcomes rests on. */
export function onlyIn(one: Outcome, other: Outcome): Outcome['evidence'] {
  const key = ({ place, text }: Outcome['evidence'][number]) => `${place} ${text}`
  const known = new Set(other.evidence.map(key))
  return one.evidence.filter((passage) => !known.has(key(passage)))
}

/** How one of two settings did over a set of questions. */
export const VariantSummary = z.object({
  settings: RetrievalSettings,
  turns: z.number().int(),
  refused: z.number().int(),
  asked_back: z.number().int(),
  /** Means over the answers the critic checked; null where it checked none. */
  confidence: z.number().nullable(),
  /** Median. */
  ms: z.number().nullable(),
  sources: z.number().nullable(),
})
export type VariantSummary = z.infer<typeof VariantSummary>

export const Comparison = z.object({
  a: VariantSummary,
  b: VariantSummary,
  same_answers: z.number().int(),
  /** The questions whose answers differ. */
  differing: z.array(
    z.object({ session_id: z.string(), turn_id: z.string(), question: z.string(), a: Outcome, b: Outcome }),
  ),
})
export type Comparison = z.infer<typeof Comparison>

/**
 * Why an answer lacks what was expected of it. `answered`: it does not; `unused`: in the prompt, but not said;
 * `refused_wrongly`: found, and still refused; `trimmed`: found, but it did not get into the prompt; `never_found`: in
 * the library, but search did not find it; `not_in_library`; `tool_answered`: a tool did, otherwise, and no document was searched.
 */
export const Verdict = z.enum([
  'answered',
  'unused',
  'refused_wrongly',
  'trimmed',
  'never_found',
  'not_in_library',
  'tool_answered',
])

/** What a tool answered in a turn, and from which rows. */
const ToolTold = z.object({
  title: z.string(),
  /** The server of another program that has it; null for Cairn's own. */
  server: z.string().nullable(),
  /** Its answer, or why it gave none. */
  text: z.string(),
  failed: z.boolean(),
  /** The rows that were said; document and place are null for a row that was worked out of many. */
  rows: z.array(
    z.object({ cells: z.array(z.string()), document_title: z.string().nullable(), place: z.string().nullable() }),
  ),
  /** Rows its table has; more than `rows` where not all were said. */
  rows_in_all: z.number().int().nonnegative(),
  /** Names of the documents that it rests on. */
  documents: z.array(z.string()),
})

export const Attribution = z.object({
  turn_id: z.string(),
  expected: z.string(),
  verdict: Verdict,
  /** The places of the expected words, and the fate of each; best first. */
  evidence: z.array(
    z.object({
      document_title: z.string(),
      /** Where `text` stands in a document, 0-based half-open; null where it is from none. */
      passage: z
        .object({ document_id: z.string(), revision: z.string(), start: z.number().int(), end: z.number().int() })
        .nullable(),
      evidence_id: z.string().nullable(),
      block_id: z.string().nullable(),
      /** The cause that left it out: a block's reason, a processor of the chain, `relevance_floor`; null where kept. */
      left_out_by: z.string().nullable(),
      rank: z.number().int().nullable(),
      text: z.string(),
    }),
  ),
  /** What tools told in the turn; absent where none ran. */
  tools: z.array(ToolTold).optional(),
})
export type Attribution = z.infer<typeof Attribution>
