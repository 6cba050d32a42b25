import type { LanguageModels } from '@engine/ports/models/language-model'
import type { Passage } from '@engine/retrieval/passage'
import { isSensitive } from '@engine/session/context/current-sensitivity'
import type { Basis, Memory, PastTurn, PipelineRooms, RewrittenQuestion } from '../turn'

type Models = Pick<LanguageModels, 'isElsewhere'> | undefined

/** Language models for requests made as this file makes them: without anything that rests on confidential documents. */
export function openModels(models: LanguageModels): LanguageModels {
  return models.open ?? models
}

/** Whether a model runs on another machine, which gets nothing that is confidential. */
export function isElsewhere(model: string | undefined, models: Models): boolean {
  return model !== undefined && models?.isElsewhere?.(model) === true
}

/** Evidence ids of the passages that a model on another machine is not given. */
export function keptPassages(
  { retrieved: { passages }, ids }: Basis,
  memory: Pick<Memory, 'kept'>,
  { isKept }: Pick<PipelineRooms, 'isKept'>,
): ReadonlySet<string> {
  const restsOn = ({ chunk, restsOn: rests }: Passage) => [chunk.doc_id, ...(rests?.documents ?? [])]
  const kept = passages.flatMap((passage, at) => {
    const id = ids.passages[at] ?? ''
    const isPrivate =
      isSensitive(passage.restsOn?.sensitivity) || restsOn(passage).some((one) => isKept?.(one) === true)
    return isPrivate || memory.kept?.has(id) === true ? [id] : []
  })
  return new Set(kept)
}

/** What was said before, as another machine may read it: without answers that rest on what is confidential, and without a summary of them. */
export function openMemory({ history, summary }: Memory): Pick<Memory, 'history' | 'summary'> {
  const holdsKept = history.some(({ isKept }) => isKept)
  return { history: openHistory(history), summary: holdsKept ? '' : summary }
}

export function openHistory(history: readonly PastTurn[]): PastTurn[] {
  return history.map((turn) => (turn.isKept === true ? { ...turn, answer: '' } : turn))
}

/** The question as another machine may read it: what stands for "it" may be out of an answer that is kept. */
export function openQuestion({ request, rewrite }: RewrittenQuestion, { history }: Pick<Memory, 'history'>): string {
  return history.some(({ isKept }) => isKept) ? request.question : rewrite.asked.text
}
