import { byteToken, endToken } from '../tiny-vocabulary'

/** Row-major: one row of `width` numbers per token. */
export interface ScriptedWeights {
  readonly width: number
  readonly embeddings: Float32Array
  readonly output: Float32Array
}

/** Logits, times the root of two; far enough apart that no temperature or penalty in use changes their order. */
const next = 60
const closeString = 45
/** What comes first where a grammar forbids what was to come: JSON ends soon that way. */
const preferences: readonly [string, number][] = [
  ['{', 15],
  ['}', 14],
  [']', 13],
  ['"', 12],
  [',', 11],
  [':', 10],
  ['0', 8],
]

/**
 * A Markov chain as the weights of a transformer whose layers add nothing: each token's embedding is the code of a state
 * plus a constant one, codes being rows of a Hadamard matrix, so orthogonal; a row of the output matrix is the sum of the
 * codes of the states it follows. Every byte and control token is the state before the script; with `jsonPieces`, `{` is
 * the one before those.
 */
export function scriptedWeights(
  size: number,
  firstPiece: number,
  scriptPieces: number,
  jsonPieces: number,
  loop: boolean,
  random: () => number,
): ScriptedWeights {
  const start = 1
  const scriptState = 2
  const jsonStart = scriptState + scriptPieces
  const states = jsonStart + 1 + jsonPieces
  const width = Math.max(64, 2 ** Math.ceil(Math.log2(states)))
  const embeddings = new Float32Array(size * width)
  const output = new Float32Array(size * width)
  const firstJson = firstPiece + scriptPieces

  for (let token = 0; token < size; token += 1) {
    add(embeddings, token, 0, 1)
    add(embeddings, token, stateOf(token), 1)
    if (token > endToken && token < firstPiece) follow(token, 0, 3 * random())
  }
  for (const [character, weight] of preferences) follow(byteToken(character), 0, weight)
  follow(firstPiece, start, next)
  for (let at = 1; at < scriptPieces; at += 1) follow(firstPiece + at, scriptState + at - 1, next)
  end(scriptState + scriptPieces - 1, loop ? firstPiece : endToken)
  for (let at = 0; at < jsonPieces; at += 1) follow(firstJson + at, jsonStart + at, next)
  if (jsonPieces > 0) end(jsonStart + jsonPieces, endToken)
  return { width, embeddings, output }

  function stateOf(token: number): number {
    if (token >= firstJson) return jsonStart + 1 + token - firstJson
    if (token >= firstPiece) return scriptState + token - firstPiece
    return jsonPieces > 0 && token === byteToken('{') ? jsonStart : start
  }

  /** After `state`, `token` gets this weight. */
  function follow(token: number, state: number, weight: number): void {
    add(output, token, state, weight / width)
  }

  /** Within a string of JSON nothing may end but the string. */
  function end(state: number, token: number): void {
    follow(token, state, next)
    follow(byteToken('"'), state, closeString)
  }

  /** Adds a multiple of a row of the Hadamard matrix, whose signs are the parity of the common bits of row and column. */
  function add(rows: Float32Array, token: number, code: number, weight: number): void {
    for (let column = 0; column < width; column += 1) {
      const at = token * width + column
      rows[at] = (rows[at] ?? 0) + (oddBits(code & column) ? -weight : weight)
    }
  }
}

function oddBits(value: number): boolean {
  let odd = false
  for (let rest = value; rest !== 0; rest &= rest - 1) odd = !odd
  return odd
}
