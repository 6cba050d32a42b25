const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Estimates a text's tokens without a tokenizer: one per CJK character or punctuation mark, one per `lettersAToken` of
 * a word. A third too many for English by default; for prompts see inference/built-in/measured-tokens.ts.
 */
export function estimateTokens(text: string, lettersAToken = 4.5): number {
  let tokens = 0
  let word = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0
    if (code > 0xffff) at += 1
    if (code < 0x80 ? isAsciiWord(code) : isWordBeyondAscii(code)) {
      word += code < 0x80 ? 1 : 1.6
      continue
    }
    tokens += Math.ceil(word / lettersAToken)
    word = 0
    if (code > 0x20 && code !== 0xa0) tokens += 1
  }
  return tokens + Math.ceil(word / lettersAToken)
}

function isAsciiWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

function isWordBeyondAscii(code: number): boolean {
  // Most of what is not ASCII is one of these; a pattern takes ten times as long to say so.
  if (code >= 0x4e00 && code <= 0x9fff) return false
  const character = String.fromCodePoint(code)
  return !dense.test(character) && /[\p{L}\p{N}\p{M}]/u.test(character)
}
