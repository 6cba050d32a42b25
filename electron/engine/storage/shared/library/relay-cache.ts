import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { makeStoreFolder } from '@engine/platform/durable-files'
import { jsonIfValid } from '@engine/platform/stored-text'
import { temporaryPath } from '../../files/durable-file'

/** An answer of the server as it is given on. */
export interface Kept {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array<ArrayBuffer>
}

const Head = z.object({ status: z.number().int(), headers: z.record(z.string(), z.string()), sha256: z.string() })

const usualBytes = 2 * 1024 ** 3
/** What was not used for so long goes, in milliseconds: deleted documents stay in old files of tables. */
const unusedMs = 14 * 24 * 3_600_000

/** Answers about tables of a shared library, a file each. Losing one costs asking again, so nothing is synced. */
export class RelayCache {
  #isReady: Promise<unknown> | undefined

  constructor(
    private readonly folder: string,
    private readonly log: (line: string) => void,
    private readonly mostBytes = usualBytes,
  ) {}

  async get(name: string): Promise<Kept | undefined> {
    const path = this.#pathOf(name)
    const bytes = await readFile(path).catch(() => undefined)
    if (!bytes) return undefined
    const end = bytes.indexOf('\n')
    const { data } = Head.safeParse(jsonIfValid(bytes.subarray(0, end).toString('utf8')))
    const body = bytes.subarray(end + 1)
    // What has changed on the disk is as good as none.
    if (!data || sha256Of(body) !== data.sha256) return undefined
    void utimes(path, new Date(), new Date()).catch(() => undefined)
    const { status, headers } = data
    return { status, headers, bytes: new Uint8Array(body) }
  }

  /** Never rejects: a full disk costs the cache, and nothing else. */
  async put(name: string, { status, headers, bytes }: Kept): Promise<void> {
    const temporary = temporaryPath(this.folder)
    try {
      await (this.#isReady ??= makeStoreFolder(this.folder))
      const head = JSON.stringify({ status, headers, sha256: sha256Of(bytes) })
      await writeFile(temporary, [Buffer.from(`${head}\n`), bytes], { mode: 0o600 })
      await rename(temporary, this.#pathOf(name))
    } catch (thrown) {
      this.#isReady = undefined
      this.log(`shared library: what was read could not be kept: ${String(thrown)}`)
      await rm(temporary, { force: true }).catch(() => undefined)
    }
  }

  /** Of all that is kept. */
  async bytes(): Promise<number> {
    return (await this.#files()).reduce((bytes, { size }) => bytes + size, 0)
  }

  /** Drops what was not used for long, and the longest unused where all is too much. */
  async tidy(now: number): Promise<void> {
    const found = await this.#files()
    let bytes = 0
    for (const { path, size, usedAt } of found.toSorted((a, b) => b.usedAt - a.usedAt)) {
      bytes += size
      if (bytes > this.mostBytes || now - usedAt > unusedMs) await rm(path, { force: true })
    }
  }

  /** Drops everything. */
  async forget(): Promise<void> {
    // What is being written at this moment would be in the way.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
    this.#isReady = undefined
  }

  async #files(): Promise<{ path: string; size: number; usedAt: number }[]> {
    const names = await readdir(this.folder).catch(() => [])
    return Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name)
        const stats = await stat(path).catch(() => undefined)
        return { path, size: stats?.size ?? 0, usedAt: stats?.mtimeMs ?? 0 }
      }),
    )
  }

  #pathOf(name: string): string {
    return join(this.folder, sha256Of(name))
  }
}

function sha256Of(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
