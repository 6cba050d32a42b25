import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ResearchLanguage } from '@shared/research/plan-spec'

/** The fonts that PDF reports carry with them: Latin, Greek and Cyrillic from one, Chinese and what it is written with from the other. */
export function pdfFonts() {
  const require = createRequire(import.meta.url)
  const latin = join(dirname(require.resolve('pdfmake')), '..', 'build', 'fonts', 'Roboto')
  const chinese = join(dirname(require.resolve('@embedpdf/fonts-sc')), '..', 'fonts')
  const [normal, bold] = [join(chinese, 'NotoSansHans-Regular.otf'), join(chinese, 'NotoSansHans-Bold.otf')]
  return {
    Latin: { normal: join(latin, 'Roboto-Regular.ttf'), bold: join(latin, 'Roboto-Medium.ttf') },
    Chinese: { normal, bold },
  }
}

export type PdfFont = keyof ReturnType<typeof pdfFonts>

/** Quotation marks, dashes and dots that both fonts have; in Chinese text they are as wide as a character. */
const sharedMarks = /[\u2010-\u2027\u2030-\u205E]/u
const latinLetters =
  /[\u0000-\u058F\u1E00-\u1FFF\u20A0-\u20BF\u2200\u2202\u2206\u220F\u2211\u2212\u221A\u221E\u222B\u2248\u2260\u2264\u2265\u25CA]/u

const latinWord = /[\p{Script=Latin}\d]/u

/** Text in stretches that one font can show, in order. */
export function fontRuns(
  text: string,
  language: ResearchLanguage,
): { readonly text: string; readonly font: PdfFont }[] {
  const runs: { text: string; font: PdfFont }[] = []
  const letters = Array.from(text)
  for (const [at, letter] of letters.entries()) {
    const last = runs.at(-1)
    // A blank belongs to what stands before it.
    const font: PdfFont = letter === ' ' && last ? last.font : isLatin(letters, at, language) ? 'Latin' : 'Chinese'
    if (last?.font === font) last.text += letter
    else runs.push({ text: letter, font })
  }
  return runs
}

/** In Chinese text, too, the mark of "don’t" or "2023–2024" is as narrow as the word it stands in. */
function isLatin(letters: readonly string[], at: number, language: ResearchLanguage): boolean {
  const [letter = '', before = '', behind = ''] = [letters[at], letters[at - 1], letters[at + 1]]
  if (latinLetters.test(letter)) return true
  if (!sharedMarks.test(letter)) return false
  return language === 'en' || (latinWord.test(before) && (latinWord.test(behind) || (letter === '’' && behind === ' ')))
}
