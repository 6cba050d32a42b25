import { CairnError } from '@shared/errors'
import type { ModelName } from '@engine/ports/models/language-model'

/** What a failing model is told as: CANCELLED becomes MODEL_FAILED, because nobody asked for it. */
export function asModelError(thrown: unknown, { name }: ModelName): CairnError {
  if (!(thrown instanceof CairnError)) {
    return new CairnError('MODEL_FAILED', `${name} failed.`, 'Ask again, or choose another model.', { cause: thrown })
  }
  if (thrown.code !== 'CANCELLED') return thrown
  return new CairnError('MODEL_FAILED', `${name} was stopped.`, 'Ask again.', { cause: thrown })
}

/** MODEL_FAILED. */
export function wroteNothing({ name }: ModelName): CairnError {
  return new CairnError('MODEL_FAILED', `${name} wrote nothing.`, 'Ask again, or choose another model.')
}

/** DEADLINE_EXCEEDED; `what` is what it had or had not done, within `ms` milliseconds. */
export function tooSlow({ name }: ModelName, what: string, ms: number): CairnError {
  const action = 'Choose a smaller model, or give it more time in the settings.'
  return new CairnError('DEADLINE_EXCEEDED', `${name} ${what} within ${ms} ms.`, action)
}

/** NOT_FOUND; `chosen` is how many models were chosen. */
export function nobody(chosen: number): CairnError {
  if (chosen === 0) return new CairnError('NOT_FOUND', 'No language model is chosen.', 'Choose one in Models.')
  const message = 'Every language model that was chosen failed just before and is left alone for a while.'
  return new CairnError('NOT_FOUND', message, 'Ask again later, or try it again in Models.')
}

/** NOT_FOUND; models are chosen, and all of them run on other machines. */
export function keptHere(): CairnError {
  const message =
    'The library has confidential documents, and every language model that was chosen runs on another machine.'
  return new CairnError('NOT_FOUND', message, 'Choose a model of this machine, in Models, for what may rest on them.')
}
