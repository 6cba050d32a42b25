import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { bestIntents, uncertaintyOf } from '@engine/pipeline/intent/intent-ranking'
import { createIntentClassifier, embedExamples, kinds } from '@engine/pipeline/intent/classify'
import { type LabelledQuestion, loadLabelled, type Utterance } from '@engine/pipeline/intent/labelled'
import { rankIntents } from '@engine/pipeline/intent/rules'
import { parseIntent } from '@engine/pipeline/stages/3-intent-parse'
import type { Intent, IntentClassifier, IntentKind } from '@engine/pipeline/turn'
import { calibrationError } from './calibration'
import { fitClassifier } from './intent-fit'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'

const languages = ['en', 'zh'] as const

interface Judged<Row> {
  readonly row: Row
  readonly best: Intent
  /** Whether shortcut A would ask back. */
  readonly asksBack: boolean
  readonly ms: number
}

/**
 * `bench intent [--fit] [--misses]`: how well stage 3 tells kinds apart and knows how sure it is, and when shortcut A
 * fires, on rows that were held out. One JSON line a classifier. `--fit` prints weights for intent/weights.ts instead.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({ args, options: { fit: { type: 'boolean' }, misses: { type: 'boolean' } } })
  const embedder = createHashedNgramEmbedder()
  const folder = join(io.resources, 'intents')
  const { examples, heldOut } = await loadLabelled(folder)
  if (values.fit) {
    const fitted = fitClassifier(examples, await embedExamples(examples, embedder))
    io.print(JSON.stringify(fitted))
    return 0
  }
  const start = performance.now()
  const classifier = createIntentClassifier(embedder, async () => (await loadLabelled(folder)).examples)
  await classifier.rank('预算')
  const first = performance.now() - start
  const rules: IntentClassifier = { rank: (text) => Promise.resolve(rankIntents(text)) }
  for (const [name, intents] of Object.entries({ classifier, rules })) {
    const utterances = await judge(heldOut.utterances, intents)
    const questions = await judge(heldOut.questions, intents)
    io.print(
      JSON.stringify({
        bench: 'intent',
        ranked_by: name,
        examples: examples.utterances.length + examples.questions.length,
        held_out: utterances.length + questions.length,
        ...(name === 'classifier' ? { first_ms: round(first) } : {}),
        ...figures([...utterances, ...questions].map(({ ms }) => ms)),
        all: kindFigures(utterances),
        ...Object.fromEntries(
          languages.map((one) => [one, kindFigures(utterances.filter(({ row }) => row.language === one))]),
        ),
        shortcut_a: askingFigures(questions),
        asked_back_needlessly: round(share(utterances, ({ asksBack }) => asksBack)),
      }),
    )
    if (values.misses) reportMisses(utterances, questions, io)
  }
  return 0
}

async function judge<Row extends { readonly text: string }>(rows: readonly Row[], intents: IntentClassifier) {
  const nothing = { get: () => undefined, set: () => undefined }
  const rooms = {
    intents,
    answerEmbedder: createHashedNgramEmbedder(),
    caches: { rewrites: nothing, intents: nothing },
    library: { records: () => [] },
  }
  const judged: Judged<Row>[] = []
  for (const row of rows) {
    const request = { question: row.text, sessionId: '', turnId: '', traceId: '', searchAnyway: false } as const
    const memory = { history: [], summary: '', questions: [] }
    const begun = performance.now()
    const { value } = await parseIntent({ ...request, language: 'en' }, memory, rooms, new AbortController().signal)
    const ms = performance.now() - begun
    const [best] = bestIntents(value)
    if (best) judged.push({ row, best, asksBack: value.parts.some((part) => uncertaintyOf(part.ranked) !== null), ms })
  }
  return judged
}

function kindFigures(judged: readonly Judged<Utterance>[]) {
  const isRight = ({ row, best }: Judged<Utterance>) => row.kind === best.kind
  const outcomes = judged.map((one) => ({ confidence: one.best.confidence, isRight: isRight(one) }))
  const named = judged.filter((one) => isRight(one) && one.row.topic !== '')
  return {
    rows: judged.length,
    accuracy: round(share(judged, isRight)),
    topic_accuracy: round(share(named, ({ row, best }) => row.topic === best.topic)),
    ece: round(calibrationError(outcomes)),
    /** Rows: what was meant. Columns: what was understood. */
    confusion: Object.fromEntries(kinds.map((meant) => [meant, countedByKind(judged, meant)])),
  }
}

function countedByKind(judged: readonly Judged<Utterance>[], meant: IntentKind) {
  const rows = judged.filter(({ row }) => row.kind === meant)
  return Object.fromEntries(kinds.map((kind) => [kind, rows.filter(({ best }) => best.kind === kind).length]))
}

function askingFigures(judged: readonly Judged<LabelledQuestion>[]) {
  const fired = judged.filter(({ asksBack }) => asksBack)
  const ambiguous = judged.filter(({ row }) => row.ambiguous)
  return {
    rows: judged.length,
    ambiguous: ambiguous.length,
    precision: round(share(fired, ({ row }) => row.ambiguous)),
    recall: round(share(ambiguous, ({ asksBack }) => asksBack)),
  }
}

function reportMisses(
  utterances: readonly Judged<Utterance>[],
  questions: readonly Judged<LabelledQuestion>[],
  io: BenchIo,
): void {
  for (const { row, best, asksBack } of utterances) {
    if (row.kind !== best.kind || asksBack) {
      io.print(JSON.stringify({ text: row.text, meant: row.kind, understood: best.kind, confidence: best.confidence }))
    }
  }
  for (const { row, best, asksBack } of questions) {
    if (row.ambiguous !== asksBack) {
      io.print(JSON.stringify({ text: row.text, ambiguous: row.ambiguous, confidence: best.confidence }))
    }
  }
}

function share<T>(all: readonly T[], is: (one: T) => boolean): number {
  return all.length === 0 ? 0 : all.filter(is).length / all.length
}
