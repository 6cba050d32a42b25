import { CairnError } from '@shared/errors'

const startedAgain = 'It is started again when a model is next asked. If it happens each time, choose a smaller model.'
const gigabyte = 1e9

export function hostEnded(how: string): CairnError {
  return new CairnError('MODEL_FAILED', `The process that runs the models ended unexpectedly (${how}).`, startedAgain)
}

export function hostHangs(ms: number): CairnError {
  const seconds = Math.round(ms / 1000)
  return new CairnError(
    'MODEL_FAILED',
    `The process that runs the models stopped answering for ${seconds} seconds and was ended.`,
    startedAgain,
  )
}

export function hostTooBig(bytes: number, limit: number): CairnError {
  return new CairnError(
    'MODEL_OUT_OF_MEMORY',
    `The process that runs the models took ${(bytes / gigabyte).toFixed(1)} GB, more than the ${(limit / gigabyte).toFixed(1)} GB it may, and was ended.`,
    'Choose a smaller model or a higher limit.',
  )
}

export function hostNonsense(): CairnError {
  return new CairnError(
    'MODEL_FAILED',
    'The process that runs the models said something that cannot be understood, and was ended.',
    startedAgain,
  )
}

export function hostClosed(): CairnError {
  return new CairnError('CANCELLED', 'Cairn is closing.', 'Ask again after it has started.')
}
