/** The two languages Cairn speaks; text in any other is treated as English where a choice must be made. */
export type Language = 'en' | 'zh'

const han = /\p{Script=Han}/gu
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu
const letter = /\p{L}/gu
const sampleLength = 20_000

/**
 * The language of a text by the letters at its beginning: Chinese when at least 20 % of them are Han characters and
 * hardly any are kana, which would make it Japanese.
 */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, sampleLength)
  const letters = sample.match(letter)?.length ?? 0
  if (letters === 0) return 'en'
  const isChinese = (sample.match(han)?.length ?? 0) / letters >= 0.2
  return isChinese && (sample.match(kana)?.length ?? 0) / letters < 0.1 ? 'zh' : 'en'
}
