import { join } from 'node:path'
import { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { DocumentCatalogue } from '../ports/document-store'
import { writeDurably } from './durable-file'
import { Journal, readJournal } from './journal'

type Change = { readonly resolve: () => void; readonly reject: (error: unknown) => void } & (
  { readonly put: DocumentRecord } | { readonly remove: readonly string[] }
)

const smallestWorthCompacting = 64
const garbageFactor = 4

/**
 * The list of documents as a journal of whole records, the last one of an id counting. Reads come from memory, which
 * changes only once the journal on disk has.
 */
export class JournalledCatalogue implements DocumentCatalogue {
  readonly #records = new Map<string, DocumentRecord>()
  readonly #bySource = new Map<string, string>()
  readonly #byContent = new Map<string, Set<string>>()
  #waiting: Change[] = []
  #draining: Promise<void> | undefined
  #lineCount = 0
  #damagedLines = 0

  private constructor(
    private readonly journal: Journal | undefined,
    private readonly temporaryFolder: string,
    private readonly log: (line: string) => void,
  ) {}

  /** Reads `documents.jsonl`. A torn last line is dropped; a damaged one elsewhere is skipped and counted. */
  static async open(
    folder: string,
    options: { readOnly: boolean; log: (line: string) => void },
  ): Promise<JournalledCatalogue> {
    const path = join(folder, 'documents.jsonl')
    const opened = options.readOnly ? undefined : await Journal.open(path)
    const lines = opened ? opened.lines : (await readJournal(path)).lines
    const catalogue = new JournalledCatalogue(opened?.journal, join(folder, 'tmp'), options.log)
    for (const line of lines) catalogue.#load(line)
    catalogue.#lineCount = lines.length
    // Damaged lines are kept until something must be rewritten anyway: they may still be of use to a person.
    if (opened && catalogue.#damagedLines === 0 && catalogue.#isWasteful(1)) await catalogue.#rewrite()
    return catalogue
  }

  /** Lines of the journal that could not be understood when it was opened. */
  get damagedLines(): number {
    return this.#damagedLines
  }

  list(): DocumentRecord[] {
    return [...this.#records.values()]
  }

  get(id: string): DocumentRecord | undefined {
    return this.#records.get(id)
  }

  findBySource(source: string): DocumentRecord | undefined {
    const id = this.#bySource.get(source)
    return id === undefined ? undefined : this.#records.get(id)
  }

  findByContent(contentHash: string): DocumentRecord[] {
    const ids = this.#byContent.get(contentHash) ?? []
    return [...ids].flatMap((id) => this.#records.get(id) ?? [])
  }

  async put(record: DocumentRecord): Promise<void> {
    const parsed = DocumentRecord.safeParse(record)
    if (!parsed.success) {
      throw new CairnError('INVALID_INPUT', `This is not a document record: ${parsed.error.message}`)
    }
    await this.#enqueue((settle) => ({ ...settle, put: parsed.data }))
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#enqueue((settle) => ({ ...settle, remove: [...ids] }))
  }

  /** Resolves when nothing is being written any more. */
  async close(): Promise<void> {
    await this.#draining
  }

  #load(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
    const parsed = DocumentRecord.safeParse(value)
    if (parsed.success) this.#keep(parsed.data)
    else this.#damagedLines += 1
  }

  #enqueue(change: (settle: Pick<Change, 'resolve' | 'reject'>) => Change): Promise<void> {
    if (!this.journal) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    return new Promise((resolve, reject) => {
      this.#waiting.push(change({ resolve, reject }))
      this.#draining ??= this.#drain().finally(() => (this.#draining = undefined))
    })
  }

  /** Everything put while one write is on its way to the disk goes out with the next one: one fsync for all. */
  async #drain(): Promise<void> {
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting
      const firstOther = this.#waiting.findIndex((change) => first !== undefined && 'put' in change !== 'put' in first)
      const group = this.#waiting.splice(0, firstOther === -1 ? this.#waiting.length : firstOther)
      try {
        await this.#write(group)
        for (const change of group) change.resolve()
      } catch (error) {
        for (const change of group) change.reject(error)
      }
      if (this.#damagedLines === 0 && this.#isWasteful(garbageFactor)) await this.#tryToCompact()
    }
  }

  /** What was put is durable already, and the old journal stays whole, so a failure here only means trying again later. */
  async #tryToCompact(): Promise<void> {
    try {
      await this.#rewrite()
    } catch (error) {
      this.log(`store: compacting the document list failed, will try again: ${String(error)}`)
    }
  }

  async #write(group: readonly Change[]): Promise<void> {
    const put = group.flatMap((change) => ('put' in change ? [change.put] : []))
    if (put.length > 0) {
      await this.journal?.append(
        put.map((record) => JSON.stringify(record)),
        true,
      )
      this.#lineCount += put.length
      for (const record of put) this.#keep(record)
      return
    }
    const removed = new Set(group.flatMap((change) => ('remove' in change ? change.remove : [])))
    await this.#rewrite(removed)
    for (const id of removed) this.#forget(id)
  }

  /** Also where none of `without` is known: an older line or a damaged one might still speak of it. */
  async #rewrite(without: ReadonlySet<string> = new Set()): Promise<void> {
    if (!this.journal) return
    const lines = this.list().flatMap((record) => (without.has(record.id) ? [] : [`${JSON.stringify(record)}\n`]))
    const bytes = Buffer.from(lines.join(''), 'utf8')
    await writeDurably(this.journal.path, bytes, this.temporaryFolder)
    this.journal.replaced(bytes.length)
    this.#lineCount = lines.length
  }

  #isWasteful(factor: number): boolean {
    const garbage = this.#lineCount - this.#records.size
    return garbage > factor * this.#records.size && garbage >= smallestWorthCompacting
  }

  #keep(record: DocumentRecord): void {
    this.#unindex(record.id)
    this.#records.set(record.id, Object.freeze(record))
    this.#bySource.set(record.source, record.id)
    if (record.content_hash === '') return
    const same = this.#byContent.get(record.content_hash)
    if (same) same.add(record.id)
    else this.#byContent.set(record.content_hash, new Set([record.id]))
  }

  #forget(id: string): void {
    this.#unindex(id)
    this.#records.delete(id)
  }

  #unindex(id: string): void {
    const record = this.#records.get(id)
    if (!record) return
    if (this.#bySource.get(record.source) === id) this.#bySource.delete(record.source)
    const same = this.#byContent.get(record.content_hash)
    same?.delete(id)
    if (same?.size === 0) this.#byContent.delete(record.content_hash)
  }
}
