import {
  administrative,
  classSuffix,
  droppableHeads,
  heads,
  industrySuffix,
  legalSuffix,
  linkWords,
  optionalPrefixes,
  placePrefix,
  places,
  surnameOf,
  titlePrefix,
  titles,
} from './han-lexicon'

/** A Chinese personal name by its parts. */
export interface HanPerson {
  readonly surname: string
  /** Undefined behind a title (王老师) or a familiar prefix (老王). */
  readonly given: string | undefined
  /** m, f or x of a title; undefined without one. */
  readonly title: string | undefined
}

/** What an organisation is called without place, trade and legal form: 华为 of 华为技术有限公司; itself for any other. */
export function organisationCore(text: string): string {
  const bare = text.replace(legalSuffix, '')
  if (bare === text || bare.length < 2) return text
  let core = bare
  const unplaced = core.replace(placePrefix, '')
  if (unplaced.length >= 2 && !/^(?:中国|中华|国家)/u.test(core)) core = unplaced
  for (;;) {
    const shorter = core.replace(legalSuffix, '').replace(industrySuffix, '')
    if (shorter === core || shorter.length < 2 || places.has(shorter)) return core
    core = shorter
  }
}

/** 北京市 → 北京 and 市; undefined where nothing of a name would be left. */
export function administrativeCore(text: string): { readonly core: string; readonly rank: string } | undefined {
  const rank = administrative.exec(text)?.[0]
  if (rank === undefined || text.length - rank.length < 2 || text.length > 7) return undefined
  return { core: text.slice(0, -rank.length), rank }
}

/** The Latin words' class noun in Chinese, taken off: BERT|模型. Undefined for none, or where it is all there is. */
export function withoutClassNoun(text: string): string | undefined {
  const bare = text.replace(classSuffix, '')
  return bare === text ? undefined : bare
}

/** 李明教授, 王老师, 老王, 李明 (only where it is known to be a person); undefined for anything else. */
export function hanPerson(text: string, isPerson: boolean): HanPerson | undefined {
  const unprefixed = text.replace(titlePrefix, '')
  const found = titles.find(([title]) => unprefixed.endsWith(title) && unprefixed.length > title.length)
  const bare = found ? unprefixed.slice(0, -found[0].length) : unprefixed
  const title = found?.[1] ?? (unprefixed === text ? undefined : 'x')
  const familiar = /^[老小](.)$/u.exec(bare)?.[1]
  if (familiar !== undefined && surnameOf(familiar) && (isPerson || !found)) {
    return { surname: familiar, given: undefined, title: title ?? 'x' }
  }
  const surname = surnameOf(bare)
  if (surname === undefined || bare.length > surname.length + 2) return undefined
  if (title === undefined && !isPerson) return undefined
  if (bare.length === surname.length) return title === undefined ? undefined : { surname, given: undefined, title }
  return { surname, given: bare.slice(surname.length), title }
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const longestShort = 5

/**
 * Short forms that the words of a Chinese name allow: the first character of each word, or the word whole; of the last
 * also its last character, or both ends (北京大学: 北大; 工商银行: 工行; 中国科学院: 中科院). A nation or place before it, and the
 * head of a school, may be missing. At most five characters, and two fewer than the name.
 */
export function hanShortForms(text: string): ReadonlySet<string> {
  const short = new Set<string>()
  if (text.length < 4 || text.length > 16) return short
  const words = segments(text)
  const head = words.at(-1) ?? ''
  if (words.length < 2) return short
  let forms = ['']
  for (const [at, word] of words.entries()) {
    const options = new Set([word.slice(0, 1), word])
    if (at === words.length - 1) options.add(word.slice(-1)).add(word.slice(0, 1) + word.slice(-1))
    if (at === 0 && words.length > 2 && (optionalPrefixes.has(word) || places.has(word))) options.add('')
    forms = forms.flatMap((form) => [...options].map((option) => form + option)).filter((f) => f.length <= longestShort)
    if (forms.length > 128) return short
  }
  for (const form of forms) if (form.length >= 2 && form.length <= text.length - 2) short.add(form)
  const bare = text.slice(0, -head.length)
  if (droppableHeads.includes(head) && bare.length >= 2 && bare.length <= 3 && !places.has(bare)) short.add(bare)
  return short
}

function segments(text: string): string[] {
  const head = heads.find((one) => text.endsWith(one) && text.length - one.length >= 2)
  const body = head === undefined ? text : text.slice(0, -head.length)
  const prefix = [...optionalPrefixes].find((one) => body.startsWith(one)) ?? ''
  const words = [...segmenter.segment(body.slice(prefix.length))].map(({ segment }) => segment)
  const joined: string[] = []
  for (const word of words) {
    if (linkWords.has(word)) continue
    // A character by itself belongs to the word before it (科|学), where that is short.
    const last = joined.at(-1)
    if (word.length === 1 && last?.length === 1) joined[joined.length - 1] = last + word
    else joined.push(word)
  }
  return [prefix, ...joined, head ?? ''].filter((word) => word !== '')
}
