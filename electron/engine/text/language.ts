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
