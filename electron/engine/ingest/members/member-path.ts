/** Control characters and marks that turn the direction of text around. */
const unfit = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu
const longestPart = 200
const mostParts = 32

/**
 * The path of a member as people see it: parts set apart by `/`, none of them empty or a way up. No member is ever written under
 * its name, so a path that leads elsewhere does no harm; it is only shown without that. Null where nothing is left.
 */
export function memberPath(raw: string): string | null {
  // Half characters are no text that could be stored.
  const whole = Buffer.from(raw, 'utf8').toString('utf8').normalize('NFC')
  const parts = whole
    .replace(/^[a-z]:(?=[\\/])/iu, '')
    .split(/[\\/]/u)
    .map((part) => shortened(part.replace(unfit, '').trim()))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  return parts.length === 0 ? null : parts.slice(-mostParts).join('/')
}

/** A long name keeps its end, which says what kind of file it is. */
function shortened(part: string): string {
  const characters = Array.from(part)
  if (characters.length <= longestPart) return part
  return [...characters.slice(0, longestPart - 21), '…', ...characters.slice(-20)].join('')
}

/** `path`, or with a number before its extension where it is taken already. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  if (!isTaken(path)) return path
  const name = path.lastIndexOf('/') + 1
  const dot = path.lastIndexOf('.')
  const end = dot > name ? dot : path.length
  for (let number = 2; ; number += 1) {
    const next = `${path.slice(0, end)} (${number})${path.slice(end)}`
    if (!isTaken(next)) return next
  }
}
