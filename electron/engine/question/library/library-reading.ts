import type { FileSort, LibraryToken, NamedTime } from './library-lexicon'

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
  /** The files that came in a document, as it is called: in an archive or mailbox, or attached to mail; any mail where it has no name. */
  readonly inside: { readonly name: string | null; readonly as: 'contents' | 'attached' } | null
  /** Added at a date, and neither documents nor whoever adds them are named: it may as well be asked of what documents say. */
  readonly isLoose: boolean
}

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
  inside: null,
  isLoose: false,
}

/** What the words of a question, or of its beginning, come to. */
export class LibraryReading {
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

  /** Which, how many, or whether there are any. */
  get asks(): boolean {
    return this.has('count', 'list', 'exists', 'have')
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
    const asks = this.asks || this.has('what', 'library')
    if (copies) return this.isOfDocuments || asks
    if (state) return this.isOfDocuments || this.has('unreadable') || (asks && this.has('library'))
    if (added) return this.#isAddedAsked(added)
    if (order) return this.isOfDocuments || (order === 'newest' && this.has('added') && this.has('mine'))
    if (this.has('why', 'time', 'since', 'before', 'top', 'where', 'called', 'report')) return false
    if (sort)
      return (
        this.has('count', 'exists', 'have', 'mine', 'library') || (asks && this.has('documents')) || this.#isPlural()
      )
    if (this.has('documents') && asks) return true
    // "What is in my library?"
    return this.has('library') && asks && this.has('mine', 'anything', 'list', 'what')
  }

  /** Several documents are asked for, or it is said that one is looked for. */
  get isSearch(): boolean {
    const isListed = this.has('count', 'list') || this.#isWhichOf()
    if (this.has('report') && !this.isOfDocuments) return isListed && !this.has('exists', 'have')
    if (this.isOfDocuments) return isListed || this.has('exists', 'have')
    return this.has('anything') && (this.has('have') || (this.has('exists') && this.has('mine', 'library')))
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
