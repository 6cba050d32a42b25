import type { CallRecord } from './model-records'

/** Smaller models guess where they should judge. */
const leastBillions = 7
/** An opinion's tokens, and the milliseconds it may be expected to take where nobody chose a model for it. */
const usual = { tokens: 400, ms: 20_000 }

/** Whether a model is large enough to judge another's sentences, and was seen to be fast enough to do so unasked. */
export function isFitToJudge(
  parameters: number | null,
  { first_token_ms: first, per_second: pace }: Pick<CallRecord, 'first_token_ms' | 'per_second'>,
): boolean {
  // Models are named by the whole billions they round to.
  if (parameters === null || Math.round(parameters / 1e9) < leastBillions) return false
  if (first === null || pace === null || pace <= 0) return false
  return first + (1000 * usual.tokens) / pace <= usual.ms
}

/** The number of weights that a model's name says (`qwen2.5:14b`, `8x7B`); null where it says none. */
export function parametersInName(name: string): number | null {
  const [, times = '1', billions] =
    /(?<![\p{L}\p{N}.])(?:(\d{1,2})x)?(\d{1,4}(?:\.\d+)?)b(?![\p{L}\p{N}])/iu.exec(name) ?? []
  return billions === undefined ? null : Number(times) * Number(billions) * 1e9
}
