import { CairnError, toCairnError } from '@shared/errors'

/** A model whose files cannot be used, and what a person can do about it. */
export function unusable(what: string, action = 'Download the model again, or choose another one.', cause?: unknown) {
  return new CairnError('MODEL_UNUSABLE', what, action, { cause })
}

const memory = /bad[ _]?alloc|out of memory|failed to allocate|allocation failed/i

/** An error that ONNX Runtime threw while it computed, as a CairnError. */
export function runFailure(thrown: unknown): CairnError {
  if (thrown instanceof CairnError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  if (memory.test(message)) {
    return new CairnError(
      'MODEL_OUT_OF_MEMORY',
      'There was not enough memory for the model to work.',
      'Close other programs, or choose a smaller model.',
      { cause: thrown },
    )
  }
  return new CairnError('MODEL_FAILED', `The model stopped with an error: ${sentence(message)}`, 'Try again.', {
    cause: thrown,
  })
}

/** An error that ONNX Runtime threw while it opened a file, as a CairnError. */
export function openFailure(thrown: unknown): CairnError {
  const failure = runFailure(thrown)
  if (failure.code !== 'MODEL_FAILED' || thrown instanceof CairnError) return failure
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return unusable(`The model cannot be opened: ${sentence(message)}`, undefined, thrown)
}

/** Maps what the file system threw; `what` names the file. */
export function readFailure(thrown: unknown, what: string): CairnError {
  const error = toCairnError(thrown)
  if (error.code === 'FILE_VANISHED') return unusable(`The model has no file ${what}.`, undefined, thrown)
  return error.code === 'INTERNAL' ? unusable(`The model's file ${what} cannot be read.`, undefined, thrown) : error
}

/** The first line, without the file's place, which says nothing to a reader. */
function sentence(message: string): string {
  const [first = ''] = message.split('\n')
  return `${first
    .replace(/^Load model from .* failed: ?/u, '')
    .slice(0, 300)
    .replace(/[\s.]+$/u, '')}.`
}
