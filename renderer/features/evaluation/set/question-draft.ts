import { EvaluationQuestion, type ExpectedOutcome } from '@shared/evaluation/evaluation-set'

/** A question as its fields are typed: a line for each group of words and each source. */
export interface QuestionDraft {
  readonly question: string
  readonly expect: ExpectedOutcome
  /** Words of a group with `|` between them. */
  readonly keywords: string
  /** `document` or `document :: words of the passage`. */
  readonly sources: string
  /** A number; empty for none. */
  readonly citations: string
  readonly everySentence: boolean
  /** With commas. */
  readonly tools: string
  readonly previous: string
}

export function draftOf(question: EvaluationQuestion): QuestionDraft {
  const { keywords, sources, citations, tools, previous, expect } = question
  return {
    ...{ question: question.question, expect },
    keywords: keywords.map((group) => group.join(' | ')).join('\n'),
    sources: sources.map(({ document, passage }) => (passage ? `${document} :: ${passage}` : document)).join('\n'),
    citations: citations && citations.at_least > 0 ? String(citations.at_least) : '',
    everySentence: citations?.every_sentence ?? false,
    tools: tools.join(', '),
    previous: previous.join('\n'),
  }
}

/** The question that the fields say, with what they do not say as it was; null where it cannot be one. */
export function questionOf(draft: QuestionDraft, before: EvaluationQuestion): EvaluationQuestion | null {
  const atLeast = draft.citations.trim() === '' ? 0 : Number(draft.citations)
  const isAnswer = draft.expect === 'answer'
  const { citations: _, ...rest } = before
  const parsed = EvaluationQuestion.safeParse({
    ...rest,
    question: draft.question,
    expect: draft.expect,
    keywords: isAnswer ? linesOf(draft.keywords).map((line) => partsOf(line, '|')) : [],
    sources: isAnswer ? linesOf(draft.sources).map(sourceOf) : [],
    ...(isAnswer && (atLeast !== 0 || draft.everySentence)
      ? { citations: { at_least: atLeast, every_sentence: draft.everySentence } }
      : {}),
    tools: isAnswer ? partsOf(draft.tools, ',') : [],
    previous: linesOf(draft.previous),
  })
  return parsed.success ? parsed.data : null
}

function linesOf(text: string): string[] {
  return partsOf(text, '\n')
}

function partsOf(text: string, between: string): string[] {
  return text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function sourceOf(line: string): { document: string; passage?: string } {
  const [document = '', ...rest] = line.split('::').map((part) => part.trim())
  const passage = rest.join(' :: ')
  return passage === '' ? { document } : { document, passage }
}
