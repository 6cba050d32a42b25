import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readJson, writeJsonDurably } from '@engine/platform/durable-files'
import { WorkQueue } from '@engine/platform/work-queue'
import { newSecret } from '@shells/web/requests/links'

const File = z.object({ token: z.string().regex(/^[\w-]{43}$/u) })

/**
 * The secret that other programs show at the doors, in `doors.json` of the store: 32 random bytes as base64url, in a file only its
 * owner may read (mode 0600; on Windows the folder's rights count), apart from the settings, which are shown and exported.
 */
export class DoorToken {
  readonly #queue = new WorkQueue()
  readonly #path: string
  #token: string | undefined

  constructor(folder: string) {
    this.#path = join(folder, 'doors.json')
  }

  /** The token as it was last read or made; undefined before that. */
  get current(): string | undefined {
    return this.#token
  }

  /** The kept token, or a new one where none is kept. Throws what keeps the file from being written. */
  get(): Promise<string> {
    return this.#queue.run(async () => (this.#token ??= (await this.#read()) ?? (await this.#make())))
  }

  /** A new token; the one before is good for nothing from now on. Throws what keeps the file from being written. */
  rotate(): Promise<string> {
    return this.#queue.run(async () => (this.#token = await this.#make()))
  }

  async #read(): Promise<string | undefined> {
    const kept = File.safeParse(await readJson(this.#path))
    // It may have been copied here by something that forgets modes.
    if (kept.success) await chmod(this.#path, 0o600)
    return kept.data?.token
  }

  async #make(): Promise<string> {
    const token = newSecret()
    await writeJsonDurably(this.#path, { token })
    return token
  }
}
