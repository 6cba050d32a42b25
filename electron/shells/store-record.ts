import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

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

/**
 * The process that has a store open, as others of the same user find it. An `app` is what a person looks at; a `guest` serves
 * other programs only, and gives the store up for an app.
 */
const Running = z.object({
  kind: z.enum(['app', 'guest']),
  /** Of 127.0.0.1. */
  port: z.number().int().min(1).max(65_535),
  pid: z.number().int(),
  /** Good for every call of the contract. */
  secret: z.string().regex(/^[\w-]{43}$/u),
})
export type Running = z.infer<typeof Running>

export const runningRecord = new StoreRecord('running.json', Running)
