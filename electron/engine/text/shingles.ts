/** Words, or Chinese characters, that stand together in one shingle. */
const shingleLength = 4

/** What shingles are made of: how a UTF-16 unit is read. */
enum Unit {
  Gap,
  Word,
  /** A script without spaces: each character counts as a word of its own. */
  Character,
}

/**
 * Calls `visit` with a 32-bit hash of every run of four neighbouring words, in Chinese and other scripts without spaces of four
 * characters, case, spacing and punctuation aside. Returns how much text that was, in words; two Chinese characters count as one.
 */
export function visitShingles(text: string, visit: (hash: number) => void): number {
  const recent = new Int32Array(shingleLength)
  let tokens = 0
  let words = 0
  let word = emptyHash
  const close = (hash: number): void => {
    recent[tokens % shingleLength] = hash
    tokens += 1
    if (tokens >= shingleLength) visit(joined(recent, tokens))
  }
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const unit = unitOf(code)
    if (unit === Unit.Word) {
      word = step(word, code >= 65 && code <= 90 ? code + 32 : code)
      continue
    }
    if (word !== emptyHash) {
      close(word)
      word = emptyHash
      words += 1
    }
    if (unit === Unit.Character) {
      close(step(emptyHash, code))
      words += 0.5
    }
  }
  if (word !== emptyHash) {
    close(word)
    words += 1
  }
  return words
}

const emptyHash = 0x811c9dc5 | 0

function step(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

/** The hash of the last words in their order. */
function joined(recent: Int32Array, tokens: number): number {
  let hash = emptyHash
  for (let at = 0; at < shingleLength; at += 1) hash = mixed(hash ^ (recent[(tokens + at) % shingleLength] ?? 0))
  return hash
}

/** Spreads 32 bits over 32 bits: the finaliser of MurmurHash3. */
export function mixed(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Tables of ranges would be exact; these are those that documents are written in. */
function unitOf(code: number): Unit {
  if (code < 0x80) return isAsciiWord(code) ? Unit.Word : Unit.Gap
  // Kana, Chinese, Hangul and the halves of rarer Chinese characters.
  if (code >= 0x3040 && code <= 0x30ff) return Unit.Character
  if (code >= 0x3400 && code <= 0x9fff) return Unit.Character
  if (code >= 0xd840 && code <= 0xdfff) return Unit.Character
  if (code < 0xc0 || (code >= 0x2000 && code <= 0x303f) || (code >= 0xfe30 && code <= 0xff0f)) return Unit.Gap
  if (code >= 0xff1a && code <= 0xff20) return Unit.Gap
  return Unit.Word
}

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
}
