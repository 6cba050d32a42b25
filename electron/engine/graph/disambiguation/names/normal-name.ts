import { foldHan } from '@engine/text/chinese/han-fold'
import { joinGroups } from '@engine/text/numbers'
import { capitalAbbreviations } from './english-lexicon'

/** Letters that NFD leaves whole. */
const whole: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

const ascii = /^\p{ASCII}*$/u

/** Width, script variant (traditional, simplified), case and accents made equal. */
export function foldName(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return foldHan(text.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/gu, '')
    .normalize('NFC')
    .replace(/[ßøłæœđðþı]/gu, (letter) => whole[letter] ?? letter)
}

/** The form of a name that decisions are stored under: folded, no punctuation, single spaces. Idempotent. */
export function normaliseName(name: string): string {
  const folded = foldName(name)
  const plain = folded
    .replace(/['’ʼ`´]/gu, '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}\p{M}+#]+/gu, ' ')
    .trim()
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')
  return plain === '' ? folded.trim() : plain
}

/** A word, a number or a run of Chinese in a name. */
export interface NameWord {
  /** As written, apart from width and script variant. */
  readonly raw: string
  /** Folded. */
  readonly text: string
  readonly kind: 'word' | 'number' | 'han'
}

const dotted = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?!\p{L}))?/gu
/** Numeronyms (k8s, i18n) and their like (B2B) are words; otherwise letters and digits stand apart: GPT4. */
const piece =
  /(?<![\p{L}\d])[a-z]\d{1,2}[a-z](?![\p{L}\d])|\p{Script=Han}+|\d+(?:\.\d+)*|(?:(?!\p{Script=Han})[\p{L}\p{M}])+/giu
const nameDot = /[·•・‧∙]/u

/** The words of a name in order. Possessives lose their mark, "C++" and "C#" their symbols but not their difference. */
export function wordsOf(name: string): NameWord[] {
  const text = rewritten(foldHan(name.normalize('NFKC')))
  const words: NameWord[] = []
  let end = 0
  for (const match of text.matchAll(piece)) {
    const [raw] = match
    const kind = /^\d/u.test(raw) ? 'number' : /^\p{Script=Han}/u.test(raw) ? 'han' : 'word'
    const gap = text.slice(end, match.index)
    end = match.index + raw.length
    const last = words.at(-1)
    // Spaces and quotation marks within Chinese say nothing; the dot of a foreign name does.
    if (kind === 'han' && last?.kind === 'han' && !nameDot.test(gap)) {
      words[words.length - 1] = { raw: last.raw + raw, text: last.text + foldName(raw), kind }
    } else words.push({ raw, text: foldName(raw), kind })
  }
  return words
}

function rewritten(text: string): string {
  if (!/['’ʼ`´+#.&,]/u.test(text)) return text
  const plain = joinGroups(text)
    .replace(/[’ʼ`´]/gu, "'")
    .replace(/(?<=\p{L})'s(?!\p{L})/giu, '')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '')
    .replace(/(?<=[A-Za-z])\+\+/gu, ' plusplus ')
    .replace(/(?<![A-Za-z])([A-Za-z])#/gu, '$1 sharp ')
    .replace(/(^|\s)\.(?=[A-Z])/gu, '$1dot ')
    .replaceAll('&', ' and ')
  return plain.replace(dotted, (initials) => {
    const letters = initials.replaceAll('.', '')
    const isWhole = plain.replace(/[^\p{L}\p{N}]/gu, '') === letters
    return isWhole || capitalAbbreviations.has(letters.toLowerCase())
      ? letters.toUpperCase()
      : `${Array.from(letters).join(' ')} `
  })
}
