/** Small words that stand inside names: University of California, Vincent van Gogh, Guns and Roses. */
export const connectors: ReadonlySet<string> = new Set(
  'of the and for in on at to & de la le les du des del della di da dos das do el al bin ibn van von der den zu zum y e et'.split(
    ' ',
  ),
)

/** A short form that a text explains, with the name it stands for. */
export interface Definition {
  readonly short: string
  readonly long: string
}

// Not from within white space: a long run of it would be gone through again from each of its characters.
const inBrackets =
  /(?<!\s)\s*[(（]\s*(?:(?:or|abbreviated(?: as| to)?|known as|简称|缩写为?|即)[:：]?\s*)?["“']?([\p{L}\p{N}][\p{L}\p{N}.&/-]{1,11}?)["”']?s?\s*[)）]/gu
const shortFirst = /(?<![\p{L}\p{N}])([\p{Lu}][\p{L}\p{N}.&/-]{1,9})\s*[(（]\s*([\p{L}][^()（）\n]{4,80}?)\s*[)）]/gu
const chineseShort = /[（(]\s*(?:以下)?简称[为：:]?\s*["“「]?([\p{Script=Han}\p{L}\p{N}]{2,12})["”」]?\s*[)）]/gu
const word = /[\p{L}\p{N}]+/gu
const reach = 120

/**
 * Short forms explained in brackets, either way round: "Large Language Model (LLM)", 中国科学院（简称中科院）. Its letters begin
 * words of the long form in order, the idea of Schwartz and Hearst (2003).
 */
export function definitions(text: string): Definition[] {
  const found: Definition[] = []
  if (!/[(（]/u.test(text)) return found
  for (const match of text.matchAll(inBrackets)) {
    const short = match[1] ?? ''
    if (!isShortForm(short)) continue
    const before = text.slice(Math.max(0, match.index - reach), match.index)
    const long = longFormBefore(short, before) ?? hanBefore(before)
    if (long) found.push({ short, long })
  }
  for (const match of text.matchAll(shortFirst)) {
    const [short = '', long = ''] = match.slice(1)
    if (isShortForm(short) && longFormBefore(short, long)?.length === long.length) found.push({ short, long })
  }
  for (const match of text.matchAll(chineseShort)) {
    const short = match[1] ?? ''
    const long = hanBefore(text.slice(Math.max(0, match.index - reach), match.index), short)
    if (long) found.push({ short, long })
  }
  return found
}

/** Two capitals or more, or a capital and a digit. */
function isShortForm(short: string): boolean {
  return (short.match(/\p{Lu}/gu)?.length ?? 0) >= 2 && /^[\p{Lu}\p{Ll}\p{N}.&/-]+$/u.test(short)
}

/** The shortest run of words at the end of `text` whose initials are the letters of `short`; small words may be skipped. */
function longFormBefore(short: string, text: string): string | undefined {
  const letters = Array.from(
    short
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replace(/s$/u, (s) => (short.endsWith('s') ? '' : s)),
  )
  const line = text.slice(
    Math.max(text.lastIndexOf('\n'), ...['. ', ', ', '; ', '(', ')'].map((stop) => text.lastIndexOf(stop))) + 1,
  )
  const words = [...line.matchAll(word)]
  const begins = beginOf(
    words.map(([written]) => written.toLowerCase()),
    letters,
    words.length - 1,
    letters.length - 1,
  )
  return begins === undefined ? undefined : line.slice(words[begins]?.index).trim()
}

/** Where the long form begins when `words[at]` is the last that may give the letter `left`; small words give one or none. */
function beginOf(words: readonly string[], letters: readonly string[], at: number, left: number): number | undefined {
  const written = words[at]
  if (written === undefined || left < 0) return undefined
  if (written.charAt(0) === letters[left]) {
    const begins = left === 0 ? at : beginOf(words, letters, at - 1, left - 1)
    if (begins !== undefined) return begins
  }
  return connectors.has(written) ? beginOf(words, letters, at - 1, left) : undefined
}

/** The Han words directly before the bracket; with `short`, from where its first character stands. */
function hanBefore(text: string, short?: string): string | undefined {
  const run = /\p{Script=Han}{3,16}$/u.exec(text.trimEnd())?.[0]
  if (run === undefined) return undefined
  const clean = run.replace(/^.*[是为的了在和与由及或即叫称]/u, '')
  if (short === undefined) return clean.length >= 3 ? clean : undefined
  const from = run.lastIndexOf(Array.from(short)[0] ?? '')
  return from >= 0 && run.length - from > short.length ? run.slice(from) : undefined
}
