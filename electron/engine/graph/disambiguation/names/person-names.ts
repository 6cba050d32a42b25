import { nicknames } from './english-lexicon'
import type { NameForm, NameProfile } from './name-profile'

/** Whether a name is known, or written, to be a person's. */
export function isPersonal({ type, main }: NameProfile): boolean {
  if (type !== undefined) return type === 'person'
  return main.honorific !== undefined || main.hanPerson !== undefined || main.looksPersonal
}

/** Whether two given names can be one: equal, an initial, or a short form (Bill, William). */
function givenNamesAgree(a: string, b: string): boolean {
  if (a === b) return true
  if (a.length === 1 || b.length === 1) return a[0] === b[0]
  if (nicknames.get(a)?.has(b) || nicknames.get(b)?.has(a)) return true
  for (const forms of nicknames.values()) if (forms.has(a) && forms.has(b)) return true
  return false
}

/**
 * How two names of two or more words with one surname relate: `same` where first and middle names can be one person's,
 * `different` where they cannot, undefined where the surnames differ already.
 */
export function personRelation(a: NameForm, b: NameForm): 'same' | 'different' | undefined {
  if (a.isHan !== b.isHan) return undefined
  if (a.hanPerson && b.hanPerson) {
    if (a.hanPerson.surname !== b.hanPerson.surname) return undefined
    const [one, other] = [a.hanPerson.given, b.hanPerson.given]
    return one === undefined || other === undefined ? undefined : one === other ? 'same' : 'different'
  }
  if (a.words.length < 2 || b.words.length < 2 || a.words.at(-1) !== b.words.at(-1)) return undefined
  if (!givenNamesAgree(a.words[0] ?? '', b.words[0] ?? '')) return 'different'
  const [one, other] = [a.words.slice(1, -1), b.words.slice(1, -1)]
  // A name may leave middle names out, but those at one place are one: George W. Bush is not George H. W. Bush.
  const shared = Math.min(one.length, other.length)
  for (let at = 0; at < shared; at += 1) {
    if (!givenNamesAgree(one[at] ?? '', other[at] ?? '')) return 'different'
  }
  return 'same'
}

/** Whether `short` is the surname (with its particles) of `long`, or a surname and title of a Chinese name. */
export function isSurnameOf(short: NameForm, long: NameForm): boolean {
  if (short.hanPerson && long.hanPerson) {
    return (
      short.hanPerson.given === undefined &&
      long.hanPerson.given !== undefined &&
      short.hanPerson.surname === long.hanPerson.surname
    )
  }
  if (short.isHan !== long.isHan || long.words.length > 5) return false
  const from = long.words.length - short.words.length
  return (
    from > 0 && (short.words[0]?.length ?? 0) > 1 && short.words.every((word, at) => word === long.words[from + at])
  )
}
