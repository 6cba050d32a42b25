/** Milliseconds between two tokens of an answer, from CAIRN_TOKEN_PACE_MS: tests slow answers down to interrupt them. */
export function tokenPaceMs(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env['CAIRN_TOKEN_PACE_MS']) || 0
}
