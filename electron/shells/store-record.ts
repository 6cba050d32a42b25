import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'

/** A small file in a store by which a running process of its user is found; readable by that user only. */
export class StoreRecord<Content> {
  constructor(
    private readonly name: string,
    private readonly schema: z.ZodType<Content>,
  ) {}

  /** Appears whole or not at all. */
  async write(folder: string, content: Content): Promise<void> {
    const temporary = `${this.#path(folder)}.${randomUUID()}`
    try {
      await writeFile(temporary, JSON.stringify(content), { flag: 'wx', mode: 0o600 })
      await rename(temporary, this.#path(folder))
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Undefined for none, and for one that cannot be read: as if nothing ran. The store's lock has the last word. */
  async read(folder: string): Promise<Content | undefined> {
    try {
      return this.schema.safeParse(JSON.parse(await readFile(this.#path(folder), 'utf8'))).data
    } catch {
      return undefined
    }
  }

  /** Removes the record where it is still one's own. */
  async remove(folder: string, isOwn: (content: Content) => boolean): Promise<void> {
    const record = await this.read(folder)
    if (record !== undefined && isOwn(record)) await rm(this.#path(folder), { force: true })
  }

  #path(folder: string): string {
    return join(folder, this.name)
  }
}
