/** What stands directly beside a place where a name is written, each 0 or 1. */
export interface PlaceSense {
  /** Behind "the", as names of bodies, rivers and single things. */
  readonly definite: number
  /** Behind "a", "any", "such": one of a kind. */
  readonly indefinite: number
  /** Before "of": "in consequence of". */
  readonly beforeOf: number
  /** Alone in brackets. */
  readonly bracketed: number
}

const space = /\s/u
const wordBefore = /(?:^|[^\p{L}])(\p{L}+)\s$/u
const indefinites = new Set(['a', 'an', 'any', 'each', 'every', 'no', 'some', 'such'])
/** Of the words that are looked for before a name, with what stands around them. */
const longestWord = 8
const of = /^\sof\s/iu
const opening = /[([（]/u
const closing = /[)\]）]/u

export function placeSenseOf(text: string, start: number, end: number): PlaceSense {
  const isBehindSpace = space.test(text.charAt(start - 1))
  const word = isBehindSpace ? wordBefore.exec(text.slice(Math.max(0, start - longestWord), start))?.[1] : undefined
  const before = word?.toLowerCase() ?? ''
  return {
    definite: Number(before === 'the'),
    indefinite: Number(indefinites.has(before)),
    beforeOf: Number(of.test(text.slice(end, end + 4))),
    bracketed: Number(opening.test(text.charAt(start - 1)) && closing.test(text.charAt(end))),
  }
}
