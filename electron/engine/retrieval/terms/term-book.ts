import { readFile } from 'node:fs/promises'
import { CairnError, toCairnError } from '@shared/errors'
import { OwnTerms, type OwnTerm, type TermList, type TermLookup } from '@shared/terms'
import { z } from 'zod'
import { createTermTable, maxTranslations, type TermTable } from './cross-language'
import { readNearWords, readShippedTerms, readTerms } from './load-term-table'
import type { NearWordRow } from './near-words'
import type { TermRow } from './term-index'

export interface TermBookOptions {
  /** The folder of the terms that ship with Cairn, absolute. */
  readonly shipped: string
  /** The user's own file, absolute; it may be missing. */
  readonly own: string
  /** Replaces a file in one step that survives power loss. */
  readonly write: (path: string, text: string) => Promise<void>
  readonly log?: (line: string) => void
}

/** The term table of a store and the rows in it that are the user's own; a change is in force at once. */
export class TermBook {
  #last: Promise<unknown> = Promise.resolve()
  #table: TermTable
  /** The table as it is now, whenever it is asked. */
  readonly table: TermTable

  private constructor(
    private readonly options: TermBookOptions,
    private readonly shipped: readonly TermRow[],
    private own: readonly TermRow[],
    private readonly near: readonly NearWordRow[],
  ) {
    this.#table = createTermTable(shipped, own, near)
    const now = () => this.#table
    this.table = {
      get version() {
        return now().version
      },
      match: (text) => now().match(text),
      near: (text) => now().near?.(text) ?? [],
    }
  }

  /** Without the user's own terms where their file is no term table; throws CairnError INVALID_INPUT for one of Cairn's. */
  static async open(options: TermBookOptions): Promise<TermBook> {
    const { shipped: folder } = options
    const read = [readShippedTerms(folder), readOwnTerms(options), readNearWords(folder)] as const
    const [shipped, own, near] = await Promise.all(read)
    return new TermBook(options, shipped, own, near)
  }

  list(): TermList {
    const own = this.own.map(([english = '', ...chinese]) => ({ english, chinese }))
    return { own, shipped: this.shipped.length }
  }

  /** Replaces the user's rows. Resolves once they are on disk and in force; throws CairnError INVALID_INPUT. */
  async set(rows: readonly OwnTerm[]): Promise<TermList> {
    const checked = OwnTerms.safeParse(rows)
    if (!checked.success) {
      const message = checked.error.issues.map((issue) => issue.message)[0] ?? z.prettifyError(checked.error)
      throw new CairnError('INVALID_INPUT', message, 'Correct the row and save it again.')
    }
    const work = this.#last.then(() => this.#replace(checked.data))
    this.#last = work.catch(() => undefined)
    await work
    return this.list()
  }

  /** What the table knows of a text: its terms in their order, each with what is searched in the other language. */
  lookup(text: string): TermLookup[] {
    const own = createTermTable([], this.own)
    return this.#table.match(text).map(({ surface, translations }) => ({
      term: surface,
      translations: translations.slice(0, maxTranslations),
      own: own.match(surface).some((match) => match.surface === surface),
    }))
  }

  /** Resolves when nothing is being written any more. */
  async close(): Promise<void> {
    await this.#last
  }

  async #replace(rows: readonly OwnTerm[]): Promise<void> {
    const terms = rows.map(({ english, chinese }) => [english, ...new Set(chinese)])
    const lines = terms.map((row) => `    ${JSON.stringify(row)}`).join(',\n')
    await this.options.write(this.options.own, `{\n  "version": 1,\n  "terms": [${lines ? `\n${lines}\n  ` : ''}]\n}\n`)
    this.own = terms
    this.#table = createTermTable(this.shipped, terms, this.near)
  }
}

/** A file that is no term table costs the terms in it, and not the whole of Cairn. It is kept where no change of the terms replaces it. */
async function readOwnTerms({ own, write, log = () => undefined }: TermBookOptions): Promise<TermRow[]> {
  try {
    return await readTerms(own)
  } catch (thrown) {
    const { code, message, action } = toCairnError(thrown)
    if (code !== 'INVALID_INPUT') throw thrown
    log(`${message} ${action} Your own terms are left out until then; terms.damaged.json keeps the file.`)
    await write(own.replace(/(?:\.json)?$/u, '.damaged.json'), await readFile(own, 'utf8')).catch(() => undefined)
    return []
  }
}
