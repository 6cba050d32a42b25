import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStoreFolder } from '@engine/platform/durable-files'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import { namesIn } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'
import type { DurableFiles } from '@engine/ports/storage/document-store'
import type { Reseal, Resealed } from '@engine/ports/storage/files/resealed'
import type { PageReading } from '../page-reading'
import { begunLine, readingLine, readReadings } from './readings-file'

/** What OCR has read, page by page: one file for each content, by its SHA-256. Derived, but dear: a page takes seconds. */
export class ReadingStore implements Resealed {
  readonly #folder: string
  /** A file is not added to while it is written anew. */
  readonly #writes = new WorkQueue()

  constructor(
    storeFolder: string,
    private readonly files: Pick<DurableFiles, 'append'>,
    private readonly seal: LineSeal = noSeal,
  ) {
    this.#folder = join(storeFolder, 'ocr')
  }

  readings(contentHash: string): Promise<Map<number, PageReading>> {
    return readReadings(this.#pathOf(contentHash), this.seal)
  }

  /** Says that a page is about to be read, so that one which ends everything is not tried for ever. */
  async begin(contentHash: string, page: number): Promise<void> {
    await makeStoreFolder(this.#folder)
    await this.#append(contentHash, begunLine(contentHash, page))
  }

  keep(contentHash: string, reading: PageReading): Promise<void> {
    return this.#append(contentHash, readingLine(contentHash, reading))
  }

  async resealing(reseal: Reseal): Promise<(() => Promise<boolean>)[]> {
    const names = await namesIn(this.#folder)
    return names.map((name) => () => this.#writes.run(() => reseal(join(this.#folder, name))))
  }

  /** Deletes the readings of contents that no document has any more. */
  async sweep(isUsed: (contentHash: string) => boolean): Promise<void> {
    const names = await namesIn(this.#folder)
    const gone = names.filter((name) => !isUsed(name.replace('.jsonl', '')))
    await this.#writes.run(() => Promise.all(gone.map((name) => rm(join(this.#folder, name), { force: true }))))
  }

  #append(contentHash: string, line: string): Promise<void> {
    return this.#writes.run(() => this.files.append(this.#pathOf(contentHash), this.seal.close(line)))
  }

  #pathOf(contentHash: string): string {
    return join(this.#folder, `${contentHash}.jsonl`)
  }
}
