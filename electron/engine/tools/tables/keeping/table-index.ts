import { join } from 'node:path'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import { CoalescedWrite, jsonIfValid, textIfPresent } from '@engine/platform/stored-text'
import { fitsItsSum, summedLine } from '@engine/platform/lines/summed-line'
import { StoredTables } from './stored-table'
import type { StoredTable } from './stored-table'

/** Which texts were read for tables, and what was found: one line a text in `index.jsonl`. A line that is damaged is read anew. */
export class TableIndex {
  readonly #known = new Map<string, readonly StoredTable[]>()
  readonly #rewrite: CoalescedWrite
  #appending: Promise<unknown> = Promise.resolve()
  #changes = 1

  private constructor(
    private readonly path: string,
    private readonly files: Pick<DurableFiles, 'write' | 'append'>,
  ) {
    this.#rewrite = new CoalescedWrite(() => files.write(path, this.#lines()))
  }

  /** @param folder must exist. */
  static async open(folder: string, files: Pick<DurableFiles, 'write' | 'append'>): Promise<TableIndex> {
    const index = new TableIndex(join(folder, 'index.jsonl'), files)
    for (const line of ((await textIfPresent(index.path)) ?? '').split('\n')) {
      if (!fitsItsSum(line)) continue
      const read = StoredTables.safeParse(jsonIfValid(line))
      if (read.success) index.#known.set(read.data.key, read.data.tables)
    }
    return index
  }

  keys(): string[] {
    return [...this.#known.keys()]
  }

  /** Undefined for a text that has not been read. */
  get(key: string): readonly StoredTable[] | undefined {
    return this.#known.get(key)
  }

  /** How often it was opened or changed. */
  get changes(): number {
    return this.#changes
  }

  async add(key: string, tables: readonly StoredTable[]): Promise<void> {
    this.#known.set(key, tables)
    this.#changes += 1
    const line = `${summedLine({ key, tables })}\n`
    await this.#inOrder(() => this.files.append(this.path, line))
  }

  /** Forgets texts, so that no line of them remains. */
  async remove(keys: readonly string[]): Promise<void> {
    if (keys.filter((key) => this.#known.delete(key)).length === 0) return
    this.#changes += 1
    await this.#inOrder(() => this.#rewrite.save())
  }

  async idle(): Promise<void> {
    await this.#appending
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#appending.then(work)
    this.#appending = done.catch(() => undefined)
    return done
  }

  #lines(): string {
    return [...this.#known].map(([key, tables]) => `${summedLine({ key, tables })}\n`).join('')
  }
}
