/**
 * Text of a document in which nothing can turn the letters around it: the two marks that override the reading
 * direction become their codes in brackets. Everything else, right-to-left scripts included, is unchanged.
 */
export function withoutOverrides(text: string): string {
  return text.replace(/[\u202D\u202E]/gu, (mark) => (mark === '\u202D' ? '[U+202D]' : '[U+202E]'))
}
