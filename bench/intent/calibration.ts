const bins = 10

/** A prediction with how sure it was. */
export interface Outcome {
  /** Between 0 and 1. */
  readonly confidence: number
  readonly isRight: boolean
}

/** Expected calibration error over ten bins of equal width: how far confidence is from being right, on average. */
export function calibrationError(outcomes: readonly Outcome[]): number {
  let error = 0
  for (let bin = 0; bin < bins; bin += 1) {
    const members = outcomes.filter(({ confidence }) => Math.min(bins - 1, Math.floor(confidence * bins)) === bin)
    const sure = members.reduce((sum, { confidence }) => sum + confidence, 0)
    const right = members.filter(({ isRight }) => isRight).length
    error += Math.abs(sure - right) / outcomes.length
  }
  return error
}
