import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import type { Critique, EvidenceItem } from '@shared/events'
import { judge } from '@engine/critic/judge'
import { createTermTable } from '@engine/retrieval/terms/cross-language'
import { readShippedTerms } from '@engine/retrieval/terms/load-term-table'
import { splitSentences } from '@engine/text/sentences/sentences'
import { namesWithout } from '../retrieval/ablation'
import { type Plant, plants, type Quoted, trims } from './critic-plants'
import type { BenchIo } from '../io'
import { figures, round } from '../metrics'
import { proseClaims } from './prose-claims'

const Passage = z.object({ id: z.string(), title: z.string().default(''), text: z.string() })
const Question = z.object({ question: z.string(), passage: z.string(), answers: z.array(z.string()).min(1) })
const AnswerFile = z.object({ passages: z.array(Passage), questions: z.array(Question) })
type BenchPassage = z.infer<typeof Passage>

interface Case {
  readonly quoted: Quoted
  readonly gold: EvidenceItem
  readonly other: EvidenceItem
}

const seed = 20_251_121

/**
 * `bench critic --data FILE [--without figures,names,negation,words,source] [--show N]`: sentences that hold a gold answer, as they are (false alarms) and with one
 * mistake planted (caught). Free text with `[n]` only, so that the critic cannot tell them by their references.
 */
export async function run(args: string[], io: BenchIo): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      claims: { type: 'string' },
      'with-model': { type: 'string' },
      verbose: { type: 'boolean' },
      show: { type: 'string' },
      without: { type: 'string' },
    },
  })
  if (values.claims) {
    return proseClaims(values.claims, { verbose: values.verbose === true, model: values['with-model'] ?? null }, io)
  }
  if (!values.data) throw new CairnError('INVALID_INPUT', 'bench critic needs --data FILE.', 'Name a benchmark file.')
  const terms = createTermTable(await readShippedTerms(join(io.resources, 'terms')))
  const cases = casesOf(AnswerFile.parse(JSON.parse(await readFile(values.data, 'utf8'))))
  const without = namesWithout(values.without, Object.keys(checks))
  const ignored = new Set<string>(without.flatMap((name) => checks[name] ?? []))
  const show = Number(values.show ?? 0)
  const times: number[] = []
  const missed: string[] = []
  const corrections = { right: 0, wrong: 0, none: 0 }
  const check = (text: string, number: number, { gold, other }: Case): Critique => {
    const answer = { response: `${text} [${number}]`, refs: [], evidence: [gold, other] }
    const start = performance.now()
    const critique = judge(answer, { question: '', keyTerms: [], terms, text: 'written', mayReturn: true })
    times.push(performance.now() - start)
    return critique
  }
  const rateOf = (kind: string, texts: readonly (readonly [string, number, Case])[], wanted: boolean) => {
    let right = 0
    for (const [text, number, one] of texts) {
      const critique = check(text, number, one)
      const outcome = correctionOutcome(critique, text, one)
      if (outcome !== 'none' || kind === 'number') corrections[outcome] += 1
      if (outcome === 'wrong')
        missed.push(`${kind}, wrong value: ${text} | ${valuesOf(critique)} | was: ${one.quoted.sentence}`)
      if (isFlagged(critique, ignored) === wanted) right += 1
      else
        missed.push(
          `${kind}: ${text} | ${critique.evaluation.specific_issues.join('; ')} | was: ${one.quoted.sentence}`,
        )
    }
    io.progress(`critic: ${kind}, ${texts.length} sentences`)
    return { sentences: texts.length, rate: round((wanted ? right : texts.length - right) / Math.max(1, texts.length)) }
  }
  const withTexts = (make: Plant) =>
    cases.flatMap((one): [string, number, Case][] => {
      const text = make(one.quoted)
      return text === null ? [] : [[text, 1, one]]
    })
  const falseAlarms: Record<string, unknown> = {
    verbatim: rateOf(
      'verbatim',
      withTexts(({ sentence }) => sentence),
      false,
    ),
  }
  for (const [kind, trim] of Object.entries(trims)) falseAlarms[kind] = rateOf(kind, withTexts(trim), false)
  const caught: Record<string, { sentences: number; rate: number }> = {}
  for (const [kind, plant] of Object.entries(
    plants(
      cases.map(({ quoted }) => quoted),
      seed,
    ),
  )) {
    caught[kind] = rateOf(kind, withTexts(plant), true)
  }
  const elsewhere = cases.filter(({ quoted, other }) => !other.text.includes(quoted.sentence))
  caught['citation'] = rateOf(
    'citation',
    elsewhere.map((one) => [one.quoted.sentence, 2, one] as const),
    true,
  )
  const kinds = Object.values(caught)
  const planted = kinds.reduce((sum, { sentences }) => sum + sentences, 0)
  io.print(
    JSON.stringify({
      bench: 'critic',
      data: values.data,
      ...(without.length > 0 ? { without } : {}),
      false_alarms: falseAlarms,
      caught,
      caught_overall: round(
        kinds.reduce((sum, { rate, sentences }) => sum + rate * sentences, 0) / Math.max(1, planted),
      ),
      // `none` are planted numbers without one.
      corrections,
      ...figures(times),
    }),
  )
  for (const line of spread(missed, show)) io.progress(line)
  return 0
}

function valuesOf({ sentences }: Critique): string {
  return sentences
    .flatMap(({ correction }) => (correction ? `${correction.stated} → ${correction.found}` : []))
    .join('; ')
}

/** Whether the sentence with the right value in it is the one that stands in the passage. */
function correctionOutcome({ sentences }: Critique, text: string, { quoted }: Case): 'right' | 'wrong' | 'none' {
  const [correction, ...more] = sentences.flatMap((one) => one.correction ?? [])
  if (!correction) return 'none'
  const { start, end, found } = correction
  const bare = (sentence: string) => sentence.replace(/\s/gu, '')
  const corrected = bare(text.slice(0, start) + found + text.slice(end))
  return more.length === 0 && corrected === bare(quoted.sentence) ? 'right' : 'wrong'
}

/** What each check of the critic objects to; without a check nobody objects to that. */
const checks: Readonly<Record<string, readonly string[]>> = {
  figures: ['number_missing', 'unit_differs'],
  names: ['name_missing'],
  negation: ['negation_differs', 'says_otherwise'],
  words: ['added_words', 'little_support', 'some_support', 'other_language'],
  source: ['other_source', 'no_citation', 'unknown_source'],
}

function isFlagged({ sentences }: Critique, ignored: ReadonlySet<string>): boolean {
  return sentences.some(
    ({ verdict, issues }) =>
      verdict !== 'supported' && (issues.length === 0 || issues.some(({ key }) => !ignored.has(key))),
  )
}

/** One case a sentence that holds a gold answer; the other passage is of the same article where it has another. */
function casesOf({ passages, questions }: z.infer<typeof AnswerFile>): Case[] {
  const byId = new Map(passages.map((passage) => [passage.id, passage]))
  const cases = new Map<string, Case>()
  for (const { question, passage: id, answers } of questions) {
    const passage = byId.get(id)
    const answer = answers[0] ?? ''
    const at = passage?.text.indexOf(answer) ?? -1
    if (!passage || at === -1) continue
    const span = splitSentences(passage.text).find(({ start, end }) => start <= at && end >= at + answer.length)
    const key = `${id}:${span?.start}`
    if (!span || cases.has(key)) continue
    const siblings = passages.filter((one) => one.id !== id && one.title === passage.title)
    const other = siblings[0] ?? passages[(passages.indexOf(passage) + 1) % passages.length] ?? passage
    const sentence = passage.text.slice(span.start, span.end).replace(/\[(\d+)\]/gu, '［$1］')
    const quoted = { sentence, answer, question, passage: passage.text, elsewhere: other.text }
    cases.set(key, { quoted, gold: itemOf(passage, 1), other: itemOf(other, 2) })
  }
  return [...cases.values()]
}

function itemOf({ id, text }: BenchPassage, number: number): EvidenceItem {
  return {
    number,
    evidence_id: `e${number}`,
    kind: 'kb',
    document_id: id,
    document_name: '',
    format: 'text',
    heading_path: [],
    page: null,
    start: 0,
    end: text.length,
    text,
    score: 1,
  }
}

/** As many of the lines, from all over. */
function spread(lines: readonly string[], most: number): string[] {
  const step = Math.max(1, Math.floor(lines.length / Math.max(1, most)))
  return lines.filter((_, at) => at % step === 0).slice(0, most)
}
