import type { DocumentRecord } from '@shared/documents'
import type { EvaluationQuestion } from '@shared/evaluation/evaluation-set'
import { keptDocuments } from '@shared/sensitivity/sensitive-documents'
import type { KeptText } from '@engine/ports/models/kept-text'

export interface ConfidentialParts {
  readonly documents: () => readonly DocumentRecord[]
  readonly kept: Pick<KeptText, 'without'>
}

/**
 * The questions that tell nothing of confidential documents: what a question expects of one, its few words and figures, cannot be told from
 * anything else, so a question that expects such a source, or quotes one, goes as a whole.
 */
export async function withoutConfidential(
  questions: readonly EvaluationQuestion[],
  { documents, kept }: ConfidentialParts,
): Promise<EvaluationQuestion[]> {
  const all = documents()
  const ids = keptDocuments(all)
  if (ids.size === 0) return [...questions]
  const names = new Set(all.flatMap(({ id, name, title }) => (ids.has(id) ? [folded(name), folded(title)] : [])))
  const shown: EvaluationQuestion[] = []
  for (const question of questions) {
    const texts = textsOf(question)
    const isNaming = question.sources.some(({ document }) => names.has(folded(document)))
    if (!isNaming && (await kept.without(texts)).join('\n') === texts.join('\n')) shown.push(question)
  }
  return shown
}

function textsOf({ question, previous, keywords, sources }: EvaluationQuestion): string[] {
  const expected = sources.flatMap(({ document, passage = '' }) => [document, passage])
  return [question, ...previous, ...keywords.flat(), ...expected]
}

function folded(name: string): string {
  return name.normalize('NFC').trim().toLowerCase()
}
