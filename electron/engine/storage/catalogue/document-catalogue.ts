import { DocumentRecord } from '@shared/documents'
import { CairnError } from '@shared/errors'
import type { CatalogueChange, DocumentCatalogue } from '@engine/ports/storage/document-store'
import { jsonIfValid } from '@engine/platform/stored-text'
import type { LineSeal } from '@engine/platform/sealing/line-seal'
import type { Resealed } from '@engine/ports/storage/files/resealed'
import { SealedJournal } from './sealed-journal'

/** Where changes of the list are written. */
export interface CatalogueJournal {
  /** To be called before changes are made of what the list says now. Throws where it cannot be written to. */
  begin?(): Promise<void>
  /** A JSON text for each record; its last one counts. */
  append(lines: readonly string[], isDurable: boolean): Promise<void>
  /** Writes the list anew, as `bytes`, without the records of these ids. */
  replace(bytes: Buffer, removed: readonly string[]): Promise<void>
  acceptDamage(): Promise<void>
  /** Writes every line as lines are written by now. Resolves with whether any was otherwise before. */
  renew?(): Promise<boolean>
  close(): Promise<void>
}

type Revise = (current: DocumentRecord | undefined) => DocumentRecord | undefined

interface Settle {
  readonly resolve: (written: DocumentRecord | undefined) => void
  readonly reject: (error: unknown) => void
}

type Change = Settle &
  (
    | { readonly id: string; readonly revise: Revise; readonly isDurable: boolean }
    | { readonly remove: readonly string[] }
  )

export interface CatalogueOptions {
  readonly readOnly: boolean
  readonly log: (line: string) => void
  /** Called before documents are removed: on a full disk that may need room. */
  readonly makeRoom?: () => Promise<void>
  /** What lines go through on their way to the disk and back. */
  readonly encryption?: LineSeal
}

const smallestWorthCompacting = 64
const garbageFactor = 4

/**
 * The list of documents as a journal of whole records, the last one of an id counting. Reads come from memory, which
 * changes only once the journal on disk has.
 */
export class JournalledCatalogue implements DocumentCatalogue, Resealed {
  readonly #records = new Map<string, DocumentRecord>()
  readonly #bySource = new Map<string, string>()
  readonly #byContent = new Map<string, Set<string>>()
  readonly #byOuter = new Map<string, Set<string>>()
  /** What `adopt` was last given. */
  #adopted: ReadonlyMap<string, unknown> = new Map()
  /** What could not be understood of it. */
  #unreadable: ReadonlySet<string> = new Set()
  readonly #listeners = new Set<(change: CatalogueChange) => void>()
  #waiting: Change[] = []
  #draining: Promise<void> | undefined
  #lineCount = 0
  #damagedLines = 0
  #damagedAt: number | null = null

  private constructor(
    private readonly journal: CatalogueJournal | undefined,
    private readonly options: CatalogueOptions,
  ) {}

  /**
   * Reads `documents.jsonl`, or its copy where it is damaged. A torn last line is dropped; a damaged one elsewhere is skipped and
   * counted.
   */
  static async open(folder: string, options: CatalogueOptions): Promise<JournalledCatalogue> {
    const { journal, lines, damagedAt } = await SealedJournal.open(folder, options)
    const catalogue = new JournalledCatalogue(journal, options)
    for (const line of lines) catalogue.#load(line)
    catalogue.#lineCount = lines.length
    catalogue.#damagedAt = damagedAt
    // Damaged lines are kept until something must be rewritten anyway: they may still be of use to a person.
    if (journal && catalogue.#damagedLines === 0 && catalogue.#isWasteful(1)) await catalogue.#tryToCompact()
    return catalogue
  }

  /** An empty list that another journal keeps; `adopt` fills it. */
  static over(journal: CatalogueJournal, options: CatalogueOptions): JournalledCatalogue {
    return new JournalledCatalogue(journal, options)
  }

  /**
   * Becomes the list that others have written, by id. What is the same object as the last time counts as unchanged, unless this list was
   * written to since and must be read `anew`.
   */
  adopt(records: ReadonlyMap<string, unknown>, { anew = false } = {}): void {
    const before = anew ? new Map<string, unknown>() : this.#adopted
    const changed: DocumentRecord[] = []
    const unreadable = new Set<string>()
    for (const [id, raw] of records) {
      const isKnown = before.get(id) === raw
      const { data } = isKnown ? { data: undefined } : DocumentRecord.safeParse(raw)
      if (data) changed.push(data)
      else if (!isKnown || this.#unreadable.has(id)) unreadable.add(id)
    }
    this.#unreadable = unreadable
    this.#damagedLines = unreadable.size
    const removed = [...this.#records.keys()].filter((id) => !records.has(id))
    for (const id of removed) this.#forget(id)
    for (const record of changed) this.#keep(record)
    this.#adopted = records
    if (changed.length + removed.length > 0) this.#tell({ changed, removed })
  }

  /** When the list and its copy were found damaged, so that documents may be lost; null where nothing is known of that. */
  get damagedAt(): number | null {
    return this.#damagedAt
  }

  /** From here on the list counts as whole as it is: what could not be read of it goes. */
  async acceptDamage(): Promise<void> {
    // Rewritten in its turn, and nothing is left out but what cannot be read.
    await this.#enqueue((settle) => ({ ...settle, remove: [] }))
    await this.journal?.acceptDamage()
    this.#damagedAt = null
    this.#damagedLines = 0
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
    return this.#all(this.#byContent.get(contentHash))
  }

  membersOf(id: string): DocumentRecord[] {
    return this.#all(this.#byOuter.get(id))
  }

  #all(ids: Iterable<string> = []): DocumentRecord[] {
    return [...ids].flatMap((id) => this.#records.get(id) ?? [])
  }

  async put(record: DocumentRecord): Promise<void> {
    const checked = parsed(record)
    await this.#enqueue((settle) => ({ ...settle, id: checked.id, revise: () => checked, isDurable: true }))
  }

  async update(
    id: string,
    change: (current: DocumentRecord) => DocumentRecord,
    { isDurable = true } = {},
  ): Promise<DocumentRecord | undefined> {
    const revise: Revise = (current) => {
      const changed = current && change(current)
      return changed === undefined || changed === current ? changed : parsed({ ...changed, id })
    }
    return this.#enqueue((settle) => ({ ...settle, id, revise, isDurable }))
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#enqueue((settle) => ({ ...settle, remove: [...ids] }))
  }

  onChange(listener: (change: CatalogueChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when nothing is being written any more, and the journal is closed. */
  async close(): Promise<void> {
    await this.#draining
    await this.journal?.close()
  }

  #load(line: string): void {
    const parsed = DocumentRecord.safeParse(jsonIfValid(line))
    if (parsed.success) this.#keep(parsed.data)
    else this.#damagedLines += 1
  }

  #enqueue(change: (settle: Settle) => Change): Promise<DocumentRecord | undefined> {
    if (!this.journal) throw new CairnError('STORE_UNUSABLE', 'The store was opened for reading only.')
    return new Promise((resolve, reject) => {
      this.#waiting.push(change({ resolve, reject }))
      this.#draining ??= this.#drain().finally(() => (this.#draining = undefined))
    })
  }

  resealing(): Promise<(() => Promise<boolean>)[]> {
    return Promise.resolve([() => this.#alone(async () => (await this.journal?.renew?.()) ?? false)])
  }

  /** Between two writes. */
  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#draining) await this.#draining
    const result = work()
    const settled = result.then(nothing, nothing)
    this.#draining = settled.then(() => this.#drain()).finally(() => (this.#draining = undefined))
    return result
  }

  /** Records that are put while a write is under way go out together with the next write: one fsync for all. */
  async #drain(): Promise<void> {
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting
      const other = this.#waiting.findIndex((change) => first !== undefined && 'revise' in change !== 'revise' in first)
      const group = this.#waiting.splice(0, other === -1 ? this.#waiting.length : other)
      try {
        await this.journal?.begin?.()
        const written = await this.#write(group)
        for (const change of group) change.resolve('id' in change ? written.get(change.id) : undefined)
      } catch (error) {
        for (const change of group) change.reject(error)
      }
      if (this.#damagedLines === 0 && this.#isWasteful(garbageFactor)) await this.#tryToCompact()
    }
  }

  /** Records are durable in the old journal, which stays whole. After a failure the compaction is tried again later. */
  async #tryToCompact(): Promise<void> {
    try {
      await this.#rewrite()
    } catch (error) {
      this.options.log(`store: compacting the document list failed, will try again: ${String(error)}`)
    }
  }

  /** Returns the records of the group as they are now. */
  async #write(group: readonly Change[]): Promise<ReadonlyMap<string, DocumentRecord>> {
    if (group.some((change) => 'remove' in change)) {
      const removed = new Set(group.flatMap((change) => ('remove' in change ? change.remove : [])))
      await this.options.makeRoom?.()
      await this.#rewrite(removed)
      for (const id of removed) this.#forget(id)
      this.#tell({ changed: [], removed: [...removed] })
      return new Map()
    }
    const { records, lines } = this.#revised(group)
    const isDurable = group.some((change) => 'isDurable' in change && change.isDurable)
    if (lines.length > 0) await this.journal?.append(lines, isDurable)
    this.#lineCount += lines.length
    const changed = [...records.values()].filter((record) => this.#records.get(record.id) !== record)
    for (const record of changed) this.#keep(record)
    if (changed.length > 0) this.#tell({ changed, removed: [] })
    return records
  }

  /** Each change sees what those before it in the group made of its record. */
  #revised(group: readonly Change[]): { records: Map<string, DocumentRecord>; lines: string[] } {
    const records = new Map<string, DocumentRecord>()
    const lines: string[] = []
    for (const change of group) {
      if (!('revise' in change)) continue
      const current = records.get(change.id) ?? this.#records.get(change.id)
      const revised = attempt(change, current)
      if (revised === undefined) continue
      records.set(change.id, revised)
      if (revised !== current) lines.push(JSON.stringify(revised))
    }
    return { records, lines }
  }

  #tell(change: CatalogueChange): void {
    for (const listener of this.#listeners) listener(change)
  }

  /** Also where none of `without` is known: an older line or a damaged one might still speak of it. */
  async #rewrite(without: ReadonlySet<string> = new Set()): Promise<void> {
    if (!this.journal) return
    const lines = this.list().flatMap((record) => (without.has(record.id) ? [] : [`${JSON.stringify(record)}\n`]))
    const bytes = Buffer.from(lines.join(''), 'utf8')
    await this.journal.replace(bytes, [...without])
    this.#lineCount = lines.length
  }

  #isWasteful(factor: number): boolean {
    const garbage = this.#lineCount - this.#records.size
    return garbage > factor * this.#records.size && garbage >= smallestWorthCompacting
  }

  #keep(record: DocumentRecord): void {
    this.#unindex(record.id)
    this.#records.set(record.id, Object.freeze(record))
    if (record.part_of) addTo(this.#byOuter, record.part_of.document, record.id)
    else this.#bySource.set(record.source, record.id)
    if (record.content_hash !== '') addTo(this.#byContent, record.content_hash, record.id)
  }

  #forget(id: string): void {
    this.#unindex(id)
    this.#records.delete(id)
  }

  #unindex(id: string): void {
    const record = this.#records.get(id)
    if (!record) return
    if (this.#bySource.get(record.source) === id) this.#bySource.delete(record.source)
    removeFrom(this.#byContent, record.content_hash, id)
    if (record.part_of) removeFrom(this.#byOuter, record.part_of.document, id)
  }
}

const nothing = () => undefined

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids) ids.add(id)
  else index.set(key, new Set([id]))
}

function removeFrom(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  ids?.delete(id)
  if (ids?.size === 0) index.delete(key)
}

function parsed(record: DocumentRecord): DocumentRecord {
  const checked = DocumentRecord.safeParse(record)
  if (checked.success) return checked.data
  throw new CairnError('INVALID_INPUT', `This is not a document record: ${checked.error.message}`)
}

/** A change that cannot be made fails alone, not the others it is written with. */
function attempt(change: Settle & { readonly revise: Revise }, current: DocumentRecord | undefined) {
  try {
    return change.revise(current)
  } catch (error) {
    change.reject(error)
    return current
  }
}
