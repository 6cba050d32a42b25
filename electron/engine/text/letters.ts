const han = /\p{Script=Han}/u
const hanFirst = /^\p{Script=Han}/u
const onlyHan = /^\p{Script=Han}+$/u
const digit = /\d/u
const onlyDigits = /^\d+$/u
const capital = /^\p{Lu}/u
const letterOrNumber = /[\p{L}\p{N}]/u

/** Whether a text has a Chinese character. */
export function hasHan(text: string): boolean {
  return han.test(text)
}

/** Whether all of a text, which is not empty, is Chinese characters. */
export function isHan(text: string): boolean {
  return onlyHan.test(text)
}

/** Whether the first of its characters is Chinese. */
export function startsWithHan(text: string): boolean {
  return hanFirst.test(text)
}

/** Whether a text has one of the digits 0 to 9. */
export function hasDigit(text: string): boolean {
  return digit.test(text)
}

/** Whether all of a text, which is not empty, is digits. */
export function isDigits(text: string): boolean {
  return onlyDigits.test(text)
}

/** Whether a text begins with a capital letter. */
export function isCapitalised(text: string): boolean {
  return capital.test(text)
}

/** Whether a text has a letter or a figure of any script: without one it is a rule, a fence or a mark. */
export function hasWords(text: string): boolean {
  return letterOrNumber.test(text)
}

/** A citation as answers bear it: `[3]`. */
export const citationMark = /\[(\d{1,3})\]/gu

/** What an item of a list, a quotation or a row begins with. */
export const lineMarker = /^(?:[-*+•·]\s+(?:\[[ xX]\]\s+)?|\d{1,3}(?:[.)]\s+|、\s*)|[（(]\d{1,3}[)）]\s*|>\s*|\|\s*)/u

/** What a heading begins with in Markdown. */
export const headingMark = /^#{1,6}\s/u
