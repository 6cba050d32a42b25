import { detectLanguage, type Language } from '@engine/text/language'
import { type FileSort, type LibraryToken, type NamedTime, readTokens, soundsLikeFile } from './library-lexicon'

/** A time when documents were added; `edge` says whether within it, from its beginning on, or before it. */
export interface AddedTime {
  readonly time: NamedTime
  readonly edge: 'in' | 'since' | 'before'
}

export type DocumentState = 'failed' | 'partial' | 'waiting' | 'ready'
export type DocumentOrder = 'newest' | 'oldest' | 'largest' | 'smallest'

/** What a question asks of the catalogue of documents: which of them, and in which order. */
export interface LibraryQuestion {
  readonly state: DocumentState | null
  readonly sort: FileSort | null
  readonly added: AddedTime | null
  readonly order: DocumentOrder | null
  /** How many are wanted; null for all. */
  readonly most: number | null
  /** Those of which there is more than one copy. */
  readonly copies: boolean
  /** What their text is to mention, as the question says it; null for no limit. */
  readonly mentions: string | null
  /** A document by its name or title; `by` says how surely the question means a document. */
  readonly named: { readonly name: string; readonly by: 'called' | 'file' | 'bare' } | null
  /** Added at a date, and neither documents nor whoever adds them are named: it may as well be asked of what documents say. */
  readonly isLoose: boolean
}

const longest = 300
const orders = ['newest', 'oldest', 'largest', 'smallest'] as const
/** The question what there is. */
export const everything: LibraryQuestion = {
  state: null,
  sort: null,
  added: null,
  order: null,
  most: null,
  copies: false,
  mentions: null,
  named: null,
  isLoose: false,
}

/**
 * Reads a question about the library. Only one that is made of nothing but words for documents, their states, times and
 * sorts is one: a word left over says that something is asked of what documents say. Null for any other.
 */
export function libraryQuestionOf(question: string): LibraryQuestion | null {
  const text = question
    .normalize('NFKC')
    .replaceAll('’', "'")
    .trim()
    .replace(/[\s?？。.!！]+$/u, '')
  if (text === '' || text.length > longest) return null
  const language = detectLanguage(text)
  const other = language === 'zh' ? 'en' : 'zh'
  // A name or a topic in one language may be most of a question in the other.
  const isMixed = /\p{Script=Han}/u.test(text) && /[A-Za-z]/u.test(text)
  return readIn(text, language) ?? (isMixed ? readIn(text, other) : null)
}

function readIn(text: string, language: Language): LibraryQuestion | null {
  const { tokens, end } = readTokens(text, language)
  const reading = new Reading(tokens)
  if (reading.last === 'mention') {
    const mentions = topicBehind(text.slice(end), reading, language)
    return mentions === null ? null : { ...reading.limits(), mentions }
  }
  if (end === text.length && reading.asksCatalogue()) return reading.limits()
  return mentionedIn(text, language) ?? namedIn(text, { tokens, end }, language)
}

/** What the words of a question, or of its beginning, come to. */
class Reading {
  readonly #classes: ReadonlySet<LibraryToken['is']>

  constructor(private readonly tokens: readonly LibraryToken[]) {
    this.#classes = new Set(tokens.map(({ is }) => is))
  }

  get last(): LibraryToken['is'] | undefined {
    return this.tokens.at(-1)?.is
  }

  has(...classes: readonly LibraryToken['is'][]): boolean {
    return classes.some((one) => this.#classes.has(one))
  }

  /** Documents are spoken of, by whichever word. */
  get isOfDocuments(): boolean {
    return this.has('documents', 'document', 'sort')
  }

  /** How far documents are limited and in which order they are wanted. */
  limits(): LibraryQuestion {
    const sorts = this.tokens.flatMap((token) => (token.is === 'sort' ? [token.sort] : []))
    const state = this.#state()
    const order = orders.find((one) => this.has(one)) ?? null
    const added = this.#added()
    return {
      ...everything,
      state,
      sort: sorts[0] ?? null,
      added,
      // "The latest since Monday" are those since Monday.
      order: added && order === 'newest' ? null : order,
      most: order ? this.#top() : null,
      copies: this.has('copies'),
      isLoose: added !== null && this.#isOwnDate(added) && !this.isOfDocuments && !this.has('mine', 'library'),
    }
  }

  /** Whether the catalogue can answer: documents are counted or listed, or told apart by what it knows. */
  asksCatalogue(): boolean {
    const { state, sort, added, order, copies } = this.limits()
    const asks = this.has('count', 'list', 'what', 'exists', 'library')
    if (copies) return this.isOfDocuments || asks
    if (state) return this.isOfDocuments || this.has('unreadable') || (asks && this.has('library'))
    if (added) return this.#isAddedAsked(added)
    if (order) return this.isOfDocuments || (order === 'newest' && this.has('added') && this.has('mine'))
    if (this.has('why', 'time', 'since', 'before', 'top', 'where', 'called', 'report')) return false
    if (sort)
      return this.has('count', 'exists', 'mine', 'library') || (asks && this.has('documents')) || this.#isPlural()
    if (this.has('documents') && asks) return true
    // "What is in my library?"
    return this.has('library') && asks && this.has('mine', 'anything', 'list', 'what')
  }

  /** Several documents are asked for, or it is said that one is looked for. */
  get isSearch(): boolean {
    const isListed = this.has('count', 'list') || this.#isWhichOf()
    if (this.has('report') && !this.isOfDocuments) return isListed && !this.has('exists')
    if (this.isOfDocuments) return isListed || this.has('exists')
    return this.has('anything') && this.has('exists') && (this.has('mine') || this.has('library'))
  }

  /** "What files …" asks which; "What do the files …" asks what they say. */
  #isWhichOf(): boolean {
    const at = this.tokens.findIndex(({ is }) => is === 'what')
    return at >= 0 && ['documents', 'document', 'sort', 'report'].includes(this.tokens[at + 1]?.is ?? '')
  }

  #isPlural(): boolean {
    return (this.has('list') || this.#isWhichOf()) && this.tokens.some((token) => token.is === 'sort')
  }

  /** Dates of their own stand in documents as well: those are asked of the catalogue where it is said that it is adding. */
  #isAddedAsked(added: AddedTime): boolean {
    return this.has('added') || (this.isOfDocuments && !this.#isOwnDate(added))
  }

  /** A month, a year or a date, which says by itself when it was. */
  #isOwnDate({ time }: AddedTime): boolean {
    return time.spec === 'named' && time.weekday === undefined
  }

  #top(): number | null {
    const counts = this.tokens.flatMap((token) => (token.is === 'top' && token.count ? [token.count] : []))
    return counts[0] ?? null
  }

  #state(): DocumentState | null {
    if (this.has('failed', 'unreadable')) return 'failed'
    return (['partial', 'waiting', 'ready'] as const).find((one) => this.has(one)) ?? null
  }

  #added(): AddedTime | null {
    const times = this.tokens.flatMap((token) => (token.is === 'time' ? [token.time] : []))
    const [time] = times
    if (!time || times.length > 1) return null
    return { time, edge: this.has('since') ? 'since' : this.has('before') ? 'before' : 'in' }
  }
}

/** What is asked about behind a word of mentioning: "… mention snow", 哪些文档提到了雪, 有没有关于雪的文档. */
function topicBehind(rest: string, reading: Reading, language: Language): string | null {
  const topic = rest.trim()
  if (language === 'zh') {
    const inside = beforeDocuments(topic)
    if (inside) return unquoted(inside.topic)
  }
  return reading.isSearch || (language === 'zh' && reading.has('count', 'list') && !reading.has('mine'))
    ? unquoted(topic)
    : null
}

/** 预算的文件有哪些: what stands before the documents, where nothing but words about them follows. */
function beforeDocuments(text: string): { readonly topic: string } | null {
  for (const { index } of text.matchAll(/的/gu)) {
    const behind = text.slice(index + 1)
    const { tokens, end } = readTokens(behind, 'zh')
    const isDocuments = new Reading(tokens).isOfDocuments && tokens.every(({ is }) => is !== 'mention')
    if (end === behind.length && isDocuments && index > 0) return { topic: text.slice(0, index) }
  }
  return null
}

const english =
  /^(?:in\s+)?(?:which|how\s+many|where)(?:\s+(?:of\s+)?(?:the\s+|my\s+|our\s+)?(?:documents?|docs?|files?|reports?|papers?|notes?))?\s+(?:is|are|was|were|does|do)\s+(.+?)\s+(?:mentioned|appear)$/iu
const chinese =
  /^(.+?)(?:出现)?在(?:多少|几|哪些|哪几)(?:篇|个|份)?(?:文档|文件|资料|报告|文章|笔记)(?:中|里|里面)?(?:都)?(?:出现|提到|提及)?(?:过|了)?$/u

/** What is asked about before the documents it may be in: "In which files does X appear?", X在哪些文档里出现过. */
function mentionedIn(text: string, language: Language): LibraryQuestion | null {
  const topic = (language === 'zh' ? chinese : english).exec(text)?.[1]?.trim()
  return topic ? { ...everything, mentions: unquoted(topic) } : null
}

/** A document asked for by its name: "Where is budget.csv?", 价目表在哪里, "Is there a file called minutes?" */
function namedIn(
  text: string,
  { tokens, end }: ReturnType<typeof readTokens>,
  language: Language,
): LibraryQuestion | null {
  const reading = new Reading(tokens)
  if (reading.last === 'called' && reading.isOfDocuments) return asNamed(text.slice(end), 'called')
  if (reading.last === 'called' && language === 'zh' && reading.has('exists')) {
    const inside = beforeDocuments(text.slice(end))
    return inside && asNamed(inside.topic, 'called')
  }
  if (language === 'zh') return namedBeforeWhere(text)
  const [first, ...others] = tokens
  if (first?.is !== 'where') return null
  const beside = others.slice(
    0,
    Math.max(
      0,
      others.findIndex(({ is }) => !aroundName.has(is)),
    ),
  )
  const before = others.every(({ is }) => aroundName.has(is)) ? others : beside
  return asNamed(text.slice(before.at(-1)?.end ?? first.end), new Reading(before).isOfDocuments ? 'file' : 'bare')
}

const aroundName: ReadonlySet<LibraryToken['is']> = new Set(['document', 'documents', 'filler', 'mine'])

/** 预算-2025.csv 这个文件在哪里: what stands before the words that ask where. */
function namedBeforeWhere(text: string): LibraryQuestion | null {
  if (!/哪|什么/u.test(text)) return null
  for (let at = 1; at < text.length; at += 1) {
    const { tokens, end } = readTokens(text.slice(at), 'zh')
    const isWhere =
      tokens.some(({ is }) => is === 'where') && tokens.every(({ is }) => is === 'where' || aroundName.has(is))
    if (end !== text.length - at || !isWhere) continue
    const name = text
      .slice(0, at)
      .replace(/^(?:请问|我的|文件|文档)+/u, '')
      .replace(/(?:这个|那个|这份|那份|这|那|的)$/u, '')
    const isFile = new Reading(tokens).isOfDocuments || /^(?:请问|我的)*(?:文件|文档)/u.test(text)
    return asNamed(name, isFile ? 'file' : 'bare')
  }
  return null
}

function asNamed(text: string, by: 'called' | 'file' | 'bare'): LibraryQuestion | null {
  const name = unquoted(text)
  return name === null || (by === 'bare' && !soundsLikeFile(name)) ? null : { ...everything, named: { name, by } }
}

function unquoted(topic: string): string | null {
  const bare = topic
    .replace(/^(?:the|an?|any)\s+/iu, '')
    .replace(/^["“「『《](.+)["”」』》]$/u, '$1')
    .trim()
  return bare === '' ? null : bare
}
