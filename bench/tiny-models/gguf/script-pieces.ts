const words = /<\/?think>|\s*\p{Script=Han}{1,2}|\s*[^\s<\p{Script=Han}]+|\s+|</gu
const marks = /\s*[\p{L}\p{N}_]+|\s*[^\s\p{L}\p{N}_]+|\s+/gu

/**
 * Cuts a script into pieces that are all different and not in `taken`, because a vocabulary holds each string once: words
 * (or, `finely`, also the marks between them), made longer by the next where one came before.
 */
export function scriptPieces(script: string, taken: ReadonlySet<string>, finely = false): string[] {
  const pieces: string[] = []
  const used = new Set(taken)
  let piece = ''
  for (const part of script.match(finely ? marks : words) ?? []) {
    piece += part
    if (used.has(piece)) continue
    used.add(piece)
    pieces.push(piece)
    piece = ''
  }
  while (piece !== '') {
    const before = pieces.pop()
    if (before === undefined) throw new Error(`No way to cut "${script}" into pieces of its own.`)
    piece = before + piece
    if (pieces.includes(piece) || taken.has(piece)) continue
    pieces.push(piece)
    piece = ''
  }
  return pieces
}
