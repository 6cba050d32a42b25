/** Marks that reorder or hide the letters around them: what a name may lie with. Joiners stay, scripts need them. */
const hiddenMarks =
  /[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu
const controls = /[\u0000-\u001F\u007F-\u009F]/gu

/**
 * A name with everything visible that could disguise it: control characters become their pictures (␊), marks that hide
 * or turn text around become their code in brackets. Other text is unchanged.
 */
export function safeName(name: string): string {
  if (/^[ -~]*$/u.test(name)) return name
  return name
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(controls, (mark) => pictureOf(mark.charCodeAt(0)))
    .replace(hiddenMarks, (mark) => `[U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`)
}

/** The same of a longer text, whose line ends and tabs stay. */
export function safeLines(text: string): string {
  return text.replace(/[^\n\t]+/gu, safeName)
}

function pictureOf(code: number): string {
  if (code === 0x7f) return '\u2421'
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A name in two parts: a long one loses its middle. The end is empty where a cut could change the reading order. */
export function splitName(name: string): { start: string; end: string } {
  const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u.test(name)
  const letters = Array.from(graphemes.segment(name), (one) => one.segment)
  const kept = Math.min(10, (/\.[^.]{1,8}$/u.exec(name)?.[0].length ?? 0) + 3)
  if (rightToLeft || letters.length < 2 * kept || kept === 3) return { start: name, end: '' }
  return { start: letters.slice(0, -kept).join(''), end: letters.slice(-kept).join('') }
}

/**
 * Text of a document in which nothing can turn the letters around it: the two marks that override the reading
 * direction become their codes in brackets. Everything else, right-to-left scripts included, is unchanged.
 */
export function withoutOverrides(text: string): string {
  return text.replace(/[\u202D\u202E]/gu, (mark) => (mark === '\u202D' ? '[U+202D]' : '[U+202E]'))
}

/** A title that only says the file's name once more. */
export function isNameAgain(title: string, name: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[\s_-]+/gu, ' ')
      .trim()
  const own = name.split(/[/›]/u).at(-1) ?? name
  return [own, own.replace(/\.\w{1,5}$/u, '')].some((one) => plain(one) === plain(title))
}
