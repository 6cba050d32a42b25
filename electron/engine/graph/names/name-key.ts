import { foldHan } from '@engine/text/chinese/han-fold'

/** Marks over Latin, Greek and Cyrillic letters; in other scripts marks are vowels and stay. */
const accents = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu
const possessive = /['’ʼ]s(?![\p{L}\p{N}])/gu
const apostrophe = /(?<=\p{L})['’ʼ](?=\p{L})/gu
/** Everything but letters, digits and what tells C, C++ and C# apart. */
const between = /[^\p{L}\p{M}\p{N}+#]+/gu
/** The same for a text of ASCII alone, in small letters. */
const plain = /^[\x20-\x7e]*$/
const betweenPlain = /[^a-z0-9+#]+/g
const betweenHan = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu
const article = /^(?:the|an?) (?=.)/u
/** Letters that do not come apart into a base and a mark. */
const inseparable: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' }
const inseparableLetters = /[øđłßæœı]/gu

/** A text as names are compared: NFKC, simplified characters, lower case, no accents, no possessive, single spaces. */
export function normaliseForNames(text: string): string {
  if (plain.test(text)) {
    const small = text.toLowerCase()
    return (small.includes("'") ? small.replace(possessive, '').replace(apostrophe, '') : small)
      .replace(betweenPlain, ' ')
      .trim()
  }
  return foldHan(text.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(inseparableLetters, (letter) => inseparable[letter] ?? letter)
    .replace(possessive, '')
    .replace(apostrophe, '')
    .replace(between, ' ')
    .trim()
    .replace(betweenHan, '')
}

/** The key under which all ways of writing a name meet; empty where nothing of it is a letter or a digit. */
export function nameKey(surface: string): string {
  return normaliseForNames(surface).replace(article, '')
}
