import { foldHan } from '@engine/text/chinese/han-fold'
import type { Span } from '@engine/text/sentences/sentences'
import { NameFinder } from '../../facts/name-finder'
import { isAcronym } from './parse-answer'

export interface NameSpan extends Span {
  /** `nameKeyOf` of the name that stands there. */
  readonly key: string
}

/** The key that all ways of writing a name share: case, width, script and spaces do not matter. */
export function nameKeyOf(name: string): string {
  return foldHan(name.normalize('NFKC')).toLowerCase().replace(/\s+/gu, '')
}

/** Finds names in texts as whole words, whatever their case, width, script and spaces. Acronyms must match exactly. */
export function findNames(names: readonly string[], texts: readonly string[]): NameSpan[][] {
  const plain = texts.map(halfWidth)
  const finder = new NameFinder()
  for (const name of new Set(names.map(halfWidth))) {
    const isExact = isAcronym(name) && plain.some((text) => text.includes(name))
    for (const written of waysOfWriting(name)) finder.add(written, !isExact)
  }
  return plain.map((text) =>
    finder.find(text, () => true).map(({ start, end }) => ({ start, end, key: nameKeyOf(text.slice(start, end)) })),
  )
}

/** Full-width letters, digits and signs as the usual ones; places stay what they are. */
function halfWidth(text: string): string {
  return text.replace(/[\uff01-\uff5e\u3000]/gu, (wide) =>
    wide === '\u3000' ? ' ' : String.fromCharCode(wide.charCodeAt(0) - 0xfee0),
  )
}

const besideHan = /(?<=\p{Script=Han}) | (?=\p{Script=Han})/gu
const hanBorder =
  /(?<=\p{Script=Han})(?=(?!\p{Script=Han})[\p{L}\p{N}])|(?<=(?!\p{Script=Han})[\p{L}\p{N}])(?=\p{Script=Han})/gu

/** With and without spaces between Chinese and other letters, with accents joined to their letters and apart. */
function waysOfWriting(name: string): Set<string> {
  const tight = name.replace(besideHan, '')
  const spaced = [name, tight, tight.replace(hanBorder, ' ')]
  return new Set(spaced.flatMap((written) => [written, written.normalize('NFC'), written.normalize('NFD')]))
}
