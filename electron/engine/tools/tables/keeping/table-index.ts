import { join } from 'node:path'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import { bytesIfPresent, CoalescedWrite, jsonIfValid } from '@engine/platform/stored-text'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { fitsItsSum, summedLine } from '@engine/platform/lines/summed-line'
import { StoredTables } from './stored-table'
import type { StoredTable } from './stored-table'

type Known = Pick<StoredTables, 'tables' | 'salt'>

/** Which texts were read for tables, and what was found: one line a text in `index.jsonl`. A line that is damaged is read anew. */
export class TableIndex {
  readonly #known = new Map<string, Known>()
  readonly #rewrite: CoalescedWrite
  #appending: Promise<unknown> = Promise.resolve()
  #changes = 1

  private constructor(
    private readonly path: string,
    private readonly files: Pick<DurableFiles, 'write' | 'append'>,
    private readonly seal: LineSeal,
  ) {
    this.#rewrite = new CoalescedWrite(() => files.write(path, this.seal.close(this.#lines())))
  }

  /** @param folder must exist. */
  static async open(
    folder: string,
    files: Pick<DurableFiles, 'write' | 'append'>,
    seal: LineSeal = noSeal,
  ): Promise<TableIndex> {
    const index = new TableIndex(join(folder, 'index.jsonl'), files, seal)
    const bytes = await bytesIfPresent(index.path)
    const text = bytes ? seal.open(bytes).bytes.toString('utf8') : ''
    for (const line of text.split('\n')) {
      if (!fitsItsSum(line)) continue
      const read = StoredTables.safeParse(jsonIfValid(line))
      if (!read.success) continue
      const { key, tables, salt } = read.data
      index.#known.set(key, { tables, salt })
    }
    return index
  }

  keys(): string[] {
    return [...this.#known.keys()]
  }

  /** Undefined for a text that has not been read. */
  get(key: string): readonly StoredTable[] | undefined {
    return this.#known.get(key)?.tables
  }

  /** That of their file; undefined where it is in clear, or there is none. */
  saltOf(key: string): string | undefined {
    return this.#known.get(key)?.salt
  }

  /** How often it was opened or changed. */
  get changes(): number {
    return this.#changes
  }

  async add({ key, tables, salt }: StoredTables): Promise<void> {
    this.#known.set(key, { tables, salt })
    this.#changes += 1
    const line = `${summedLine({ key, tables, salt })}\n`
    await this.#inOrder(() => this.files.append(this.path, this.seal.close(line)))
  }

  /** In turn with all that is added. */
  reseal(reseal: (path: string) => Promise<boolean>): Promise<boolean> {
    return this.#inOrder(() => reseal(this.path))
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

  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#appending.then(work)
    this.#appending = done.catch(() => undefined)
    return done
  }

  #lines(): string {
    return [...this.#known].map(([key, known]) => `${summedLine({ key, ...known })}\n`).join('')
  }
}
