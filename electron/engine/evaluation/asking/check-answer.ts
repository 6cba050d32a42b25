import type {
  CheckFault,
  CheckName,
  CheckResult,
  EvaluationAnswer,
  GivenOutcome,
  QuestionResult,
} from '@shared/evaluation/evaluation-run'
import type { EvaluationQuestion, ExpectedSource } from '@shared/evaluation/evaluation-set'
import type { EvidenceItem } from '@shared/events'
import type { NoteValues } from '@shared/note'

type Fault = CheckResult['faults'][number]

const fault = (name: CheckFault, values: NoteValues = {}): Fault => ({ fault: name, values })

/** Holds an answer against what is expected of it. Only what the question expects is checked, its outcome always. */
export function checkAnswer(
  question: EvaluationQuestion,
  answer: EvaluationAnswer,
): Pick<QuestionResult, 'checks' | 'passed' | 'led'> {
  const checks = checksOf(question, answer)
  return { checks, passed: checks.every(({ faults }) => faults.length === 0), led: isLed(question, answer) }
}

function checksOf(question: EvaluationQuestion, answer: EvaluationAnswer): CheckResult[] {
  const { keywords, sources, citations, tools } = question
  const { response, evidence, refs, uncited } = answer
  const checks: CheckResult[] = [{ check: 'outcome', faults: outcomeFaults(question, answer) }]
  const add = (check: CheckName, faults: Fault[]) => checks.push({ check, faults })
  // Whatever it says instead of an answer need not hold the answer's words.
  if (question.expect !== 'answer') return checks
  if (keywords.length > 0) add('keywords', keywordFaults(response, keywords))
  if (sources.length > 0) add('sources', sourceFaults(evidence, sources))
  if (citations) {
    const cited = new Set(refs.map(({ number }) => number)).size
    const few = cited < citations.at_least ? [fault('few_citations', { expected: citations.at_least, got: cited })] : []
    const bare = citations.every_sentence && uncited > 0 ? [fault('uncited', { count: uncited })] : []
    add('citations', [...few, ...bare])
  }
  if (tools.length > 0) {
    const done = new Set(answer.tools.flatMap(({ tool, state }) => (state === 'done' ? [tool] : [])))
    add(
      'tools',
      tools.filter((tool) => !done.has(tool)).map((tool) => fault('no_tool', { tool })),
    )
  }
  return checks
}

/** What a person was given, in the words of a set. */
function givenOutcome({ outcome, shortcut, response }: EvaluationAnswer): GivenOutcome {
  if (response === '') return 'nothing'
  if (shortcut === 'A') return 'clarify'
  if (shortcut === 'B') return 'system'
  if (shortcut === 'C') return 'refusal'
  return outcome === 'answer' ? 'answer' : outcome === 'closest' ? 'closest' : 'nothing'
}

function outcomeFaults({ expect }: EvaluationQuestion, answer: EvaluationAnswer): Fault[] {
  const got = givenOutcome(answer)
  // What leads nothing is no answer, whatever passages come closest.
  const isRefusal = answer.response !== '' && (answer.outcome === 'closest' || answer.outcome === 'nothing')
  if (got === expect || (expect === 'refusal' && isRefusal)) return []
  return [fault('other_outcome', { expected: expect, got })]
}

function keywordFaults(response: string, groups: readonly (readonly string[])[]): Fault[] {
  const said = folded(response)
  const isSaid = (keyword: string) => said.includes(folded(keyword))
  return groups.filter((group) => !group.some(isSaid)).map((group) => fault('lacks', { words: group.join(' | ') }))
}

function sourceFaults(evidence: readonly EvidenceItem[], expected: readonly ExpectedSource[]): Fault[] {
  const of = (source: ExpectedSource) => evidence.filter((item) => isFrom(item, source.document))
  const holds = (source: ExpectedSource) =>
    of(source).some(({ text }) => source.passage === undefined || folded(text).includes(folded(source.passage)))
  if (expected.some(holds)) return []
  const near = expected.find((source) => of(source).length > 0)
  if (near) return [fault('other_passage', { document: near.document })]
  const cited = [...new Set(evidence.map(({ document_name: name }) => name))].join(', ')
  const wanted = [...new Set(expected.map(({ document }) => document))].join(' | ')
  return [fault('other_sources', { expected: wanted, cited })]
}

function isFrom({ document_name: name, document_title: title }: EvidenceItem, document: string): boolean {
  return name === document || title === document
}

/** Case and white space say nothing: an answer joins the lines of a passage. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}

function isLed({ expect, keywords }: EvaluationQuestion, { response }: EvaluationAnswer): boolean {
  const [opening = ''] = response.split(/\s*\[\d+\]/u, 1)
  const [group = []] = keywords
  return expect === 'answer' && group.some((keyword) => opening.includes(keyword))
}
