import irregular from '@resources/lexicon/irregular-forms.json'

/** English forms that stemming leaves apart from their base: "built" is found by "build", and the other way round. */
const base = new Map<string, string>()
const forms = new Map<string, string[]>()

for (const [lemma = '', ...others] of irregular.forms) {
  forms.set(lemma, others)
  for (const form of others) base.set(form, lemma)
}
const doubling = new Set(['big', 'hot', 'thin', 'wet'])

for (const adjective of irregular.compared) {
  const stem = adjective.replace(/e$/u, '').replace(/y$/u, 'i')
  const doubled = doubling.has(adjective) ? stem + stem.slice(-1) : stem
  const others = [`${doubled}er`, `${doubled}est`]
  forms.set(adjective, [...(forms.get(adjective) ?? []), ...others])
  for (const form of others) base.set(form, adjective)
}

/** The base of an irregular or compared form in lower case: "built" gives "build". */
export function baseOf(form: string): string | undefined {
  return base.get(form)
}

/** The forms of a word that its stem does not reach, so that a search for the word can ask for them too. */
export function otherFormsOf(word: string): readonly string[] {
  return forms.get(word) ?? []
}
