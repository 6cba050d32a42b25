import type { ModelKind, ModelsState } from '@shared/models/models'
import type { TextKeyBelow } from '@renderer/locales/text-key'
import { modelName, modelOptions, runtimeOf } from '@renderer/state/models/model-options'
import type { ModelRole } from '@renderer/state/models/models-store'
import type { SelectOption } from '@renderer/ui/controls/select'

const kinds: Record<ModelRole, ModelKind> = {
  language: 'language',
  fallback: 'language',
  embedder: 'embedder',
  reranker: 'reranker',
  reader: 'reader',
}

export function kindOf(role: ModelRole): ModelKind {
  return kinds[role]
}

interface ModelChoicesInput {
  readonly state: ModelsState
  readonly kind: ModelKind
  readonly chosen: string | null
  readonly words: {
    /** The name for doing the job without a model. */
    readonly none: string
    /** Beside a choice that is not there now. */
    readonly missing: string
  }
  /** A model that is not offered. */
  readonly without?: string | null
}

/** The options for a job: no model, every model of its kind, and the chosen model even where it is missing. */
export function modelChoices({ state, kind, chosen, words, without = null }: ModelChoicesInput): SelectOption[] {
  const options = modelOptions(state, kind).filter(({ id }) => id !== without)
  const isThere = chosen === null || options.some(({ id }) => id === chosen)
  return [
    { value: null, text: words.none },
    ...options.map(({ id, name, server }) => ({ value: id, text: name, note: server ?? undefined })),
    ...(isThere ? [] : [{ value: chosen, text: modelName(state, chosen), note: words.missing }]),
  ]
}

/** Whether what is chosen for a job can do it now. */
export function isThere(state: ModelsState, role: ModelRole, chosen: string): boolean {
  return modelOptions(state, kinds[role]).some(({ id }) => id === chosen)
}

/** The locale key (under `use`) of the sentence that says how a job is done now. */
export function nowKey(state: ModelsState, role: ModelRole, chosen: string | null): TextKeyBelow<'models', 'use'> {
  if (role === 'embedder' && !state.embedding.usable) return 'embedder.wordsOnly'
  // Until the vectors of the chosen one are made, those of another are searched.
  const isNext = role === 'embedder' && state.embedding.current !== chosen
  if (chosen === null) return isNext && isAdded(state.embedding.current) ? 'embedder.back' : `${role}.without`
  if (!isThere(state, role, chosen)) return `${role}.missing`
  if (isNext) return 'embedder.next'
  const runtime = runtimeOf(state, chosen)
  return runtime?.breaker === 'open' || runtime?.state === 'failed' ? `${role}.failing` : `${role}.with`
}

/** Whether an embedder is a model of the models folder or of a server, not the one that comes with Cairn. */
function isAdded(id: string): boolean {
  return /^(?:gguf|onnx|static|server):/u.test(id)
}
