import { normaliseName, wordsOf } from './names/normal-name'
import { canonicalWords } from './names/word-forms'

/** Translations of a name's core as `NameForm.words` joined; empty for what is not known. Asked in both directions. */
export type TranslationsOf = (core: string) => readonly string[]

/** Rows as in resources/terms: an English term, then its Chinese ones. They are read when the first name is asked for. */
export function translationsFrom(rows: readonly (readonly string[])[]): TranslationsOf {
  let known: ReadonlyMap<string, readonly string[]> | undefined
  return (core) => (known ??= bothDirections(rows)).get(core) ?? []
}

function bothDirections(rows: readonly (readonly string[])[]): ReadonlyMap<string, readonly string[]> {
  const known = new Map<string, string[]>()
  const put = (from: string, to: string) => {
    const found = known.get(from)
    if (!found) known.set(from, [to])
    else if (!found.includes(to)) found.push(to)
  }
  for (const [english = '', ...others] of rows) {
    const core = wordsOf(english)
      .flatMap((word) => canonicalWords(word, false))
      .join('')
    for (const other of others) {
      const han = normaliseName(other).replaceAll(' ', '')
      if (han.length < 2 || core.length < 2) continue
      put(core, han)
      put(han, core)
    }
  }
  return known
}
