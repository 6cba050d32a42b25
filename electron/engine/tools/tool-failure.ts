import { CairnError, type ErrorCode } from '@shared/errors'
import type { Bilingual } from './tool'

/** What a tool could not do, in words for the person who asked; a CairnError whose message and action are the English ones. */
export class ToolFailure extends CairnError {
  constructor(
    code: ErrorCode,
    readonly words: Bilingual,
    readonly nextStep: Bilingual = { en: '', zh: '' },
    options?: ErrorOptions,
  ) {
    super(code, words.en, nextStep.en, options)
  }
}

/** As it crosses the protocol between Cairn and its own tools. */
export interface FailureWords {
  readonly words: Bilingual
  readonly nextStep: Bilingual
}

/** What a failure says in either language: its own words, or its message in both where it has no others. */
export function failureWords(failure: CairnError): FailureWords {
  if (failure instanceof ToolFailure) return { words: failure.words, nextStep: failure.nextStep }
  const { message, action } = failure
  return { words: { en: message, zh: message }, nextStep: { en: action, zh: action } }
}
