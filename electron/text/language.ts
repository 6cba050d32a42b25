/** The two languages Cairn speaks; text in any other is treated as English where a choice must be made. */
export type Language = 'en' | 'zh'

const han = /\p{Script=Han}/gu
const letter = /\p{L}/gu

/** The language of a text by its letters: Chinese when at least 20 % of them are Han characters. */
export function detectLanguage(text: string): Language {
  const letters = text.match(letter)?.length ?? 0
  if (letters === 0) return 'en'
  return (text.match(han)?.length ?? 0) / letters >= 0.2 ? 'zh' : 'en'
}
