import units from '@resources/lexicon/units.json'

/** What a unit measures, and how many of that kind's base unit it is. */
export interface Unit {
  readonly kind: string
  readonly factor: number
}

const compiled = units.flatMap(({ kind, factor, names }) =>
  names.map((name) => {
    const pattern = name.replaceAll('-', '[ -]')
    const isWord = /[A-Za-z)?]$/u.test(name) && !/\p{Script=Han}/u.test(name)
    // Short symbols are what they are in one spelling only; words may be capitalised.
    const flags = /^[A-Za-z°]{1,2}2?$/u.test(name) ? 'uy' : 'uiy'
    return {
      unit: { kind, factor },
      pattern: new RegExp(`${pattern}${isWord || /2$/u.test(name) ? '(?![\\p{Script=Latin}\\p{N}])' : ''}`, flags),
    }
  }),
)

/** By the letter that a name begins with, in small: a text is asked at many places, and few units begin as it does there. */
const byLetter = new Map<string, typeof compiled>()
for (const [at, name] of units.flatMap(({ names }) => names).entries()) {
  const { first = '', second } = /^\\?(?<first>.)(?:\?(?<second>.))?/u.exec(name)?.groups ?? {}
  const one = compiled[at]
  for (const letter of new Set([first, second ?? first].map((each) => each.toLowerCase())))
    if (one) byLetter.set(letter, [...(byLetter.get(letter) ?? []), one])
}

/** The unit that is named at this place of a text, the longest where several fit, and where its name ends. */
export function unitAt(text: string, at: number): { unit: Unit; end: number } | null {
  let best: { unit: Unit; end: number } | null = null
  for (const { unit, pattern } of byLetter.get(text.charAt(at).toLowerCase()) ?? []) {
    pattern.lastIndex = at
    const length = pattern.exec(text)?.[0].length ?? 0
    if (length > 0 && at + length > (best?.end ?? at)) best = { unit, end: at + length }
  }
  return best
}
