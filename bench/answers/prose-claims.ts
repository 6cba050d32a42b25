import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { SentenceVerdict } from '@shared/events'
import { CitedStream } from '@engine/answer/citations/cited-stream'
import { type CitedAnswer, evidenceItem } from '@engine/answer/citations/cite'
import { createMender } from '@engine/answer/citations/mend-citations'
import { judge } from '@engine/critic/judge'
import type { CheckedText } from '@engine/pipeline/model-calls/ask-second-opinion'
import type { Passage } from '@engine/retrieval/passage'
import { createTermTable, type TermTable } from '@engine/retrieval/terms/cross-language'
import { readShippedTerms } from '@engine/retrieval/terms/load-term-table'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'
import { opinionsOf } from './claim-opinions'

const Item = z.object({
  id: z.string(),
  language: z.enum(['en', 'zh']),
  question: z.string(),
  passages: z.array(z.object({ document: z.string(), text: z.string() })).min(1),
  answer: z.string(),
  claim: z.string(),
  expected: z.enum(['supported', 'wrong']),
  kind: z.string(),
  /** What its passage says in the place of the wrong figure, as the passage writes it, where a person has looked it up. */
  right: z.string().optional(),
})
const ClaimFile = z.object({ version: z.literal(1), claims: z.array(Item) })
type ClaimItem = z.infer<typeof Item>

interface Judged {
  readonly item: ClaimItem
  /** Of the sentences or rows that are the claim; none where it claims nothing to the critic. */
  readonly sentences: readonly SentenceVerdict[]
  /** The whole answer, as a second opinion reads it. */
  readonly checked: CheckedText
}

/**
 * `bench critic --claims FILE [--verbose]`: prose and rows written by hand over real passages, each judged the way an
 * answer of a language model is. An objection to what is right is a false alarm, one to what is wrong is caught.
 * `partly` is an objection: the window marks such a sentence too; `uncompared` is neither that nor support. `--verbose` tells the misses on stderr. With
 * `--with-model server:HOST:PORT/NAME` that model is asked for a second opinion on each, and counted alone and beside the rules.
 */
export async function proseClaims(
  file: string,
  { verbose, model }: { readonly verbose: boolean; readonly model: string | null },
  io: BenchIo,
): Promise<number> {
  const terms = createTermTable(await readShippedTerms(join(io.resources, 'terms')))
  const { claims } = ClaimFile.parse(JSON.parse(await readFile(file, 'utf8')))
  const times: number[] = []
  const judged = claims.map((item): Judged => {
    const answer = asWritten(item, terms)
    const start = performance.now()
    const { sentences } = judge(answer, {
      question: item.question,
      keyTerms: [],
      terms,
      text: 'written',
      mayReturn: true,
    })
    times.push(performance.now() - start)
    const own = sentences.filter((sentence) => isOfClaim(sentence, item, answer.response))
    return { item, sentences: own, checked: { ...answer, sentences, language: item.language } }
  })
  if (verbose) for (const one of judged.filter(isMissed)) io.progress(missOf(one))
  if (verbose) for (const one of judged) for (const line of correctionLines(one)) io.progress(line)
  const by = (keyOf: (item: ClaimItem) => string) =>
    Object.fromEntries(
      [...new Set(judged.map(({ item }) => keyOf(item)))]
        .toSorted()
        .map((key) => [key, ratesOf(judged.filter(({ item }) => keyOf(item) === key))]),
    )
  io.print(
    JSON.stringify({
      bench: 'critic',
      claims: file,
      overall: ratesOf(judged),
      by_language: by(({ language }) => language),
      by_kind: by(({ kind }) => kind),
      corrections: correctionsOf(judged),
      ...(model === null ? {} : { with_model: await opinionFigures(judged, model, io) }),
      ...figures(times),
    }),
  )
  return 0
}

/** False alarms and what was caught by the rules, by the model, and by either of them. */
async function opinionFigures(judged: readonly Judged[], model: string, io: BenchIo) {
  const texts = judged.map(({ checked }) => checked)
  const opinions = await opinionsOf(texts, model, (done) => io.progress(`critic: ${done} of ${texts.length} judged`))
  const all = judged.map(({ item, sentences, checked }, at) => {
    const doubted = (opinions[at] ?? []).filter(({ verdict }) => verdict !== 'supported')
    const rules = sentences.some(isObjection)
    const own = doubted.some(({ sentence }) => sentences.some((one) => one === checked.sentences[sentence - 1]))
    return { item, rules, model: own, either: rules || own }
  })
  const rates = (by: 'rules' | 'model' | 'either') => {
    const rate = (expected: ClaimItem['expected']) => {
      const of = all.filter(({ item }) => item.expected === expected)
      const count = of.filter((one) => one[by]).length
      return { of: of.length, count, rate: round(count / Math.max(1, of.length)) }
    }
    return { false_alarms: rate('supported'), caught: rate('wrong') }
  }
  const unanswered = opinions.filter((one) => one === null).length
  return { model, rules: rates('rules'), by_model: rates('model'), either: rates('either'), unanswered }
}

/** As the pipeline makes an answer of what a model writes: marks are numbered in order of first use, and mended. */
function asWritten({ passages, answer }: ClaimItem, terms: TermTable): CitedAnswer {
  const found = passages.map(passageOf)
  const ids = passages.map((_, at) => `e${at + 1}`)
  const items = found.map((passage, at) => evidenceItem(passage, at + 1, ids[at] ?? ''))
  const stream = new CitedStream(found, ids, createMender(items, terms))
  stream.push(answer)
  stream.end(true)
  return stream.answer
}

function passageOf({ document, text }: ClaimItem['passages'][number], at: number): Passage {
  const source = { doc_id: document, doc_name: document, title: document, revision: '', collection: '', format: 'text' }
  const place = { page: null, start: 0, end: text.length, window_start: 0, window_end: text.length, heading_path: [] }
  return {
    chunk: { ...source, ...place, id: `c${at}`, index: at, text, context: '', token_count: 0 },
    vector: new Float32Array(),
    search: '',
    placements: [],
    fused: 0,
    score: 1,
    features: null,
    start: 0,
    end: text.length,
    text,
  }
}

/** Marks may have moved or changed, so places are compared in letters and figures alone. */
function isOfClaim({ start, end }: SentenceVerdict, { answer, claim }: ClaimItem, response: string): boolean {
  const from = lettersOf(answer.slice(0, answer.indexOf(claim))).length
  const to = from + lettersOf(claim).length
  const first = lettersOf(response.slice(0, start)).length
  const last = first + lettersOf(response.slice(start, end)).length
  return first < to && from < last
}

function lettersOf(text: string): string {
  return text.replace(/\[\d{1,3}\]/gu, '').replace(/[^\p{L}\p{N}]/gu, '')
}

function isObjection({ verdict }: SentenceVerdict): boolean {
  return verdict !== 'supported' && verdict !== 'uncompared'
}

function isUncompared({ verdict }: SentenceVerdict): boolean {
  return verdict === 'uncompared'
}

function isMissed({ item, sentences }: Judged): boolean {
  return sentences.some(isObjection) !== (item.expected === 'wrong')
}

function ratesOf(judged: readonly Judged[]) {
  const rate = (expected: ClaimItem['expected'], counts: (sentence: SentenceVerdict) => boolean) => {
    const all = judged.filter(({ item }) => item.expected === expected)
    const hit = all.filter(({ sentences }) => sentences.some(counts)).length
    return all.length === 0 ? undefined : { of: all.length, count: hit, rate: round(hit / all.length) }
  }
  const isHard = (sentence: SentenceVerdict) => isObjection(sentence) && sentence.verdict !== 'partly'
  return {
    false_alarms: rate('supported', isObjection),
    caught: rate('wrong', isObjection),
    false_alarms_without_partly: rate('supported', isHard),
    caught_without_partly: rate('wrong', isHard),
    not_compared: {
      supported: rate('supported', isUncompared)?.count ?? 0,
      wrong: rate('wrong', isUncompared)?.count ?? 0,
    },
  }
}

function missOf({ item, sentences }: Judged): string {
  const found = sentences.map(
    ({ verdict, issues }) =>
      `${verdict} ${issues.map(({ key, values }) => `${key} ${JSON.stringify(values)}`).join('; ')}`,
  )
  const { id, kind, expected, claim } = item
  return `${id} ${kind}, ${expected}: ${claim} => ${found.join(' | ') || 'no claim'}`
}

/**
 * Corrections that say what a person read in the passage, others, and claims with a known right value that have none. A
 * correction of a claim whose right value nobody wrote down is `unread`: `--verbose` shows it, to be looked at.
 */
function correctionsOf(judged: readonly Judged[]) {
  const outcomes = judged.map(({ item: { right, expected }, sentences }) => {
    const found = sentences.flatMap(({ correction }) => correction?.found ?? [])
    if (found.length === 0) return right === undefined ? null : 'none'
    if (right === undefined) return expected === 'supported' ? 'wrong' : 'unread'
    return found.every((one) => one === right) ? 'right' : 'wrong'
  })
  const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
  return { right: count('right'), wrong: count('wrong'), none: count('none'), unread: count('unread') }
}

function correctionLines({ item, sentences }: Judged): string[] {
  return sentences.flatMap(({ correction }) =>
    correction
      ? [`${item.id} ${item.kind}: “${correction.stated}” → “${correction.found}” [${correction.number}]`]
      : [],
  )
}
