import type { FoundName } from './extract-names'

const han = /\p{Script=Han}/u
/** Names of things end in what kind of thing they are (Kenan Stadium), people's do not: their names are two to four words. */
const maxWords = 4

/** The longer name for each lone word that ends exactly one longer name of the document: `snow` → `hank snow`. */
export function lastNames(names: readonly FoundName[]): ReadonlyMap<string, string> {
  const alone = new Set(names.filter(({ key }) => !key.includes(' ') && !han.test(key)).map(({ key }) => key))
  const full = new Map<string, string | null>()
  for (const { key, place } of names) {
    if (place === 'part' || han.test(key)) continue
    const words = key.split(' ')
    const last = words.at(-1) ?? ''
    if (words.length < 2 || words.length > maxWords || !alone.has(last)) continue
    const known = full.get(last)
    if (known !== undefined && known !== key) full.set(last, null)
    else full.set(last, key)
  }
  return new Map([...full].flatMap(([last, key]): [string, string][] => (key === null ? [] : [[last, key]])))
}
