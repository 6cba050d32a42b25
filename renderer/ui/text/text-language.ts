const sampleLength = 2000
const letter = /\p{L}/gu
const scripts = [
  { lang: 'ja', of: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, least: 0.1 },
  { lang: 'ko', of: /\p{Script=Hangul}/gu, least: 0.2 },
  { lang: 'zh', of: /\p{Script=Han}/gu, least: 0.2 },
] as const
const word = /\p{L}+/gu
const smallEnglishWords = /\b(?:the|of|and|to|is|are|was|were|a|an|for|with|that|this|by|from|it|or|at|on)\b/giu

/**
 * What to say in `lang` of a text that may be in another language than the window: by its script, and English by its small
 * words. Undefined where that does not tell, so that no screen reader is misled.
 */
export function textLanguage(text: string): string | undefined {
  const sample = text.slice(0, sampleLength)
  const letters = sample.match(letter)?.length ?? 0
  if (letters === 0) return undefined
  const script = scripts.find(({ of, least }) => (sample.match(of)?.length ?? 0) >= least * letters)
  if (script) return script.lang
  const words = sample.match(word)?.length ?? 0
  return (sample.match(smallEnglishWords)?.length ?? 0) >= 0.12 * words ? 'en' : undefined
}
