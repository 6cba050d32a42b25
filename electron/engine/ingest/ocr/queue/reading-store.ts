import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStoreFolder } from '@engine/platform/durable-files'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import type { PageReading } from '../page-reading'
import { begunLine, readingLine, readReadings } from './readings-file'

/** What OCR has read, page by page: one file for each content, by its SHA-256. Derived, but dear: a page takes seconds. */
export class ReadingStore {
  readonly #folder: string

  constructor(
    storeFolder: string,
    private readonly files: Pick<DurableFiles, 'append'>,
  ) {
    this.#folder = join(storeFolder, 'ocr')
  }

  pathOf(contentHash: string): string {
    return join(this.#folder, `${contentHash}.jsonl`)
  }

  readings(contentHash: string): Promise<Map<number, PageReading>> {
    return readReadings(this.pathOf(contentHash))
  }

  /** Says that a page is about to be read, so that one which ends everything is not tried for ever. */
  async begin(contentHash: string, page: number): Promise<void> {
    await makeStoreFolder(this.#folder)
    await this.files.append(this.pathOf(contentHash), begunLine(contentHash, page))
  }

  keep(contentHash: string, reading: PageReading): Promise<void> {
    return this.files.append(this.pathOf(contentHash), readingLine(contentHash, reading))
  }

  /** Deletes the readings of contents that no document has any more. */
  async sweep(isUsed: (contentHash: string) => boolean): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const gone = names.filter((name) => !isUsed(name.replace('.jsonl', '')))
    await Promise.all(gone.map((name) => rm(join(this.#folder, name), { force: true })))
  }
}
