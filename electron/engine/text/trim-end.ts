/** A text without the signs at its end that `sign` matches, one at a time: a pattern for the end looks from every place in the text. */
export function trimmedEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
