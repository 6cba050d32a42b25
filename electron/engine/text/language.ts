/** The two languages Cairn speaks; text in any other is treated as English where a choice must be made. */
export type Language = 'en' | 'zh'

const han = /\p{Script=Han}/gu
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const letter = /\p{L}/gu
const sampleLength = 20_000

/** By the letters at a text's beginning: Chinese where 20 % are Han characters and hardly any are kana. */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, sampleLength)
  const letters = sample.match(letter)?.length ?? 0
  if (letters === 0) return 'en'
  const isChinese = (sample.match(han)?.length ?? 0) / letters >= 0.2
  return isChinese && (sample.match(kana)?.length ?? 0) / letters < 0.1 ? 'zh' : 'en'
}

/** A tool that is called by name, and names of its arguments. A word is looked at from its beginning only: it may be all of a question. */
const addressed = /^\s*@\S+|(?<![\p{L}\p{N}_])\p{N}*[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)|"[^"]*"\s*:/gu
/** A code, also one of a few capitals only (USD), and a function before its bracket. */
const wordless =
  /(?<![\p{Script=Latin}\p{N}_-])(?:[A-Za-z_-]*\p{N}[A-Za-z\p{N}_./-]*|[A-Z]{1,3}(?![A-Za-z\p{N}])|[a-z]+\d*(?=\())/gu
const symbolBehindNumber =
  /(?<=\p{N}\s?)(?!(?:is|in|to|of|or|and|per|at|by|on|off|as)(?![A-Za-z]))[°A-Za-z]{1,3}(?![A-Za-z])/gu
const word = /\p{Script=Han}|\p{L}{2}/u

/**
 * The language that a text's words are in; null for one without words of any: numbers, signs, codes (TKT-1042, USD), functions (sqrt),
 * symbols of units (5 km). It says nothing of the language in which it was asked.
 */
export function languageOfWords(text: string): Language | null {
  const sample = text.slice(0, sampleLength).replace(addressed, ' ')
  const rest = sample.replace(symbolBehindNumber, ' ').replace(wordless, ' ')
  return word.test(rest) ? detectLanguage(rest) : null
}

const grammarOfEnglish =
  /\b(?:the|of|and|to|is|are|were|be|been|for|with|that|this|these|by|from|it|its|which|or|not|has|have|had|will|can|you|they|their|at|he|his|she|her|we|our|who|where|when)\b/iu
/** Written small, of French, Spanish, Portuguese, Italian, German and Dutch: hardly ever English words or parts of names. */
const grammarOfOthers =
  /(?<!\p{L})(?:les|des|et|une|dans|est|qui|pas|nous|vous|sont|avec|por|que|como|não|uma|della|sono|gli|und|ist|nicht|ein|eine|mit|auf|het|een|niet|voor)(?!\p{L})/gu
const min = 2

/** Whether a text in Latin letters has the grammar of another language and none of English. */
export function isOtherThanEnglish(text: string): boolean {
  if (/\p{Script=Han}/u.test(text) || grammarOfEnglish.test(text)) return false
  return new Set(text.match(grammarOfOthers)).size >= min
}
