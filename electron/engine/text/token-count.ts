const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Estimates how many tokens a language model would make of a text, without its tokenizer: one per CJK character, one
 * per `lettersAToken` letters or digits of a word (at least one), one per punctuation mark. By default a third too much
 * for English: what chunks are measured with. See inference/built-in/measured-tokens.ts for prompts.
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
