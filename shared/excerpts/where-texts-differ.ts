/** What stands before the first difference, in UTF-16 units, so that it is seen where it is. */
const before = 32

/** Of two texts what is left from a little before their first difference; both whole where that is near their beginning. */
export function fromFirstDifference(one: string, other: string): readonly [string, string] {
  const start = startOf(one, firstDifference(one, other))
  if (start === 0) return [one, other]
  return [`…${one.slice(start)}`, `…${other.slice(start)}`]
}

function firstDifference(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let at = 0
  while (at < most && one[at] === other[at]) at += 1
  return at
}

/** Where a word begins, or at least no half of a character. */
function startOf(text: string, differsAt: number): number {
  const earliest = differsAt - before
  if (earliest <= before) return 0
  const words = /\s\S/gu
  words.lastIndex = earliest
  const word = words.exec(text)
  if (word && word.index < differsAt - 1) return word.index + 1
  const isSecondHalf = /^[\u{dc00}-\u{dfff}]/u.test(text.slice(earliest))
  return isSecondHalf ? earliest - 1 : earliest
}
