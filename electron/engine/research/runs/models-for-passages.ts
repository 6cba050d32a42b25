import { type Note, note } from '@shared/note'
import type { ResearchRun } from '@shared/research/research-run'
import type { LanguageModels } from '@engine/ports/models/language-model'

/** A passage that a model is to read: of a document, or of something else, such as an earlier chat. */
interface ReadPassage {
  readonly isOfDocument: boolean
  readonly documentId: string
}

export interface ModelsForPassages {
  readonly models: LanguageModels
  /** Whether a document must not leave this machine; absent where none is confidential. */
  readonly isKept?: ((documentId: string) => boolean) | undefined
}

/**
 * The models that may read these passages. Where one rests on a confidential document, or nobody knows on what, models of other machines are
 * not among them.
 */
export function modelsForPassages(asking: ModelsForPassages, passages: readonly ReadPassage[]): LanguageModels {
  const { models } = asking
  return passages.every((passage) => isOpen(passage, asking)) ? (models.open ?? models) : models
}

/** How many passages of a run its model did not get, because it runs on another machine; nothing where it got all. */
export function keptFromModel(
  { evidence }: Pick<ResearchRun, 'evidence'>,
  asking: ModelsForPassages & { readonly wanted?: string | undefined },
): Note[] {
  const { models, wanted } = asking
  const [model] = (models.open ?? models).candidates('answer', wanted)
  if (!model || models.isElsewhere?.(model.id) !== true) return []
  // Nothing is confidential.
  if (models.candidates('answer', wanted).some(({ id }) => id === model.id)) return []
  const passages = evidence.map(({ kind, document_id: documentId }) => ({ documentId, isOfDocument: kind === 'kb' }))
  const count = passages.filter((passage) => !isOpen(passage, asking)).length
  return count > 0 ? [note('research_kept_back', { count, model: model.name })] : []
}

function isOpen({ isOfDocument, documentId }: ReadPassage, { isKept }: ModelsForPassages): boolean {
  return isOfDocument && isKept?.(documentId) !== true
}
