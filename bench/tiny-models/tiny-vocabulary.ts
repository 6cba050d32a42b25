/** How GPT-2 writes bytes as letters: printable ones stand for themselves, the others for letters from U+0100 on. */
const letterOfByte: readonly string[] = (() => {
  let next = 256
  return Array.from({ length: 256 }, (_, byte) => {
    const printable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174
    if (printable) return String.fromCodePoint(byte)
    next += 1
    return String.fromCodePoint(next - 1)
  })
})()

/** A piece of text as a byte-level vocabulary writes it. */
export function byteLetters(text: string): string {
  return Array.from(Buffer.from(text), (byte) => letterOfByte[byte] ?? '').join('')
}

export const controlTokens = ['<s>', '</s>', '<unk>', '<|im_start|>', '<|im_end|>'] as const
export const endToken = controlTokens.indexOf('</s>')

/** Types of tokens as llama.cpp numbers them. */
const tokenTypes = { normal: 1, unknown: 2, control: 3 }

export interface TinyVocabulary {
  /** As GGUF holds them: control tokens, 256 bytes, one merged pair, then the pieces. */
  readonly tokens: readonly string[]
  readonly types: readonly number[]
  readonly merges: readonly string[]
  /** Id of the first piece. */
  readonly firstPiece: number
}

export function tinyVocabulary(pieces: readonly string[]): TinyVocabulary {
  const tokens = [...controlTokens, ...letterOfByte, 'th']
  const types = tokens.map((token, id) => {
    if (id >= controlTokens.length) return tokenTypes.normal
    return token === '<unk>' ? tokenTypes.unknown : tokenTypes.control
  })
  const firstPiece = tokens.length
  for (const piece of pieces) {
    tokens.push(byteLetters(piece))
    types.push(tokenTypes.normal)
  }
  return { tokens, types, merges: ['t h'], firstPiece }
}

/** Id of a one-byte token. */
export function byteToken(character: string): number {
  return controlTokens.length + character.charCodeAt(0)
}
