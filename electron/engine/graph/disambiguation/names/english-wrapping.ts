import {
  articles,
  boundClassWords,
  degrees,
  freeClassWords,
  generations,
  honorifics,
  legalForms,
  organisationWords,
} from './english-lexicon'
import type { NameWord } from './normal-name'

/** What was taken off a name around what it names. */
export interface Wrapping {
  readonly hasArticle: boolean
  /** m, f or x of a title such as "Dr."; undefined without one. */
  readonly honorific: string | undefined
  /** jr or sr. */
  readonly generation: string | undefined
  readonly hasLegalForm: boolean
}

/** Takes article, titles, degrees, legal form and class noun off; something always stays. */
export function unwrap(words: readonly NameWord[], isPerson: boolean): { core: readonly NameWord[] } & Wrapping {
  let core = words
  const first = () => core[0]?.text ?? ''
  const last = () => core.at(-1)?.text ?? ''
  const hasArticle = core.length > 1 && articles.has(first()) && !(first() === 'a' && core[0]?.raw === 'A')
  if (hasArticle) core = core.slice(1)
  let honorific: string | undefined
  while (core.length > 1 && honorifics.has(first()) && isTitled(core)) {
    const told = honorifics.get(first())
    if (!honorific || honorific === 'x') honorific = told
    core = core.slice(1)
  }
  let generation: string | undefined
  while (core.length > 1 && (generations.has(last()) || (isPerson && degrees.has(last())) || last() === 'phd')) {
    if (generations.has(last())) generation = last()
    core = core.slice(0, -1)
  }
  if (isPerson) return { core, hasArticle, honorific, generation, hasLegalForm: false }
  const whole = core.length
  while (core.length > 1 && (legalForms.has(last()) || (last() === 'and' && core.length < whole)) && isName(core[0])) {
    core = core.slice(0, -1)
  }
  const hasLegalForm = core.length < whole
  const classWord = hasLegalForm ? undefined : classWordOf(core)
  if (classWord !== undefined)
    core = core.slice(0, last() === 'language' && core.at(-2)?.text === 'programming' ? -2 : -1)
  return { core, hasArticle, honorific, generation, hasLegalForm }
}

/** A title is written as one, before a name: not "prince consort", and no Justice Department. */
function isTitled(core: readonly NameWord[]): boolean {
  const [title, name] = core
  const isBody = core.some((word) => organisationWords.has(word.text) || legalForms.has(word.text))
  return title !== undefined && /^\p{Lu}/u.test(title.raw) && name?.kind === 'word' && !isBody
}

function isName(word: NameWord | undefined): boolean {
  return word !== undefined && !/^\p{Ll}/u.test(word.raw)
}

/** BERT, GraphQL, FAISS: written as no common word is. */
function isMarked(raw: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(raw) || /\p{Ll}\p{Lu}/u.test(raw)
}

function classWordOf(core: readonly NameWord[]): string | undefined {
  const noun = core.at(-1)
  if (!noun || core.length < 2) return undefined
  const name = core.slice(0, -1)
  if (freeClassWords.has(noun.text) && name.length <= 2 && name.every(isName)) return noun.text
  if (!boundClassWords.has(noun.text)) return undefined
  if (noun.text === 'language' && name.at(-1)?.text === 'programming') return name.length > 1 ? noun.text : undefined
  return name.length === 1 && isMarked(name[0]?.raw ?? '') ? noun.text : undefined
}
