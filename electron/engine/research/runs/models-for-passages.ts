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
export function modelsForPassages(
  { models, isKept }: ModelsForPassages,
  passages: readonly ReadPassage[],
): LanguageModels {
  const isOpen = passages.every(({ isOfDocument, documentId }) => isOfDocument && isKept?.(documentId) !== true)
  return isOpen ? (models.open ?? models) : models
}
