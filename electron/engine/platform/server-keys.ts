import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ServerKey } from '@shared/models/models'
import { writeJsonDurably } from './durable-files'
import { jsonIfValid, textIfPresent } from './stored-text'
import { WorkQueue } from './work-queue'

const KeyFile = z.record(z.string(), ServerKey)
const hidden = '…'

/**
 * Keys that model servers want, in `server-keys.json` of the store: a file only its owner may read (mode 0600; on Windows
 * the folder's rights count), apart from the settings, which are shown and exported. One key for each origin. In memory a key is bytes, which are
 * overwritten when it goes; a text is made of it for a request or a mask, and for the file. Such texts JavaScript cannot overwrite.
 */
export class ServerKeys {
  readonly #queue = new WorkQueue()

  private constructor(
    private readonly path: string,
    private keys: ReadonlyMap<string, Buffer>,
  ) {}

  /** Never throws: without its keys Cairn works, and servers say that they want one. Nothing of the file is logged. */
  static async open(folder: string, log: (line: string) => void): Promise<ServerKeys> {
    const path = join(folder, 'server-keys.json')
    const text = await textIfPresent(path).catch(() => undefined)
    if (text === undefined) return new ServerKeys(path, new Map())
    // It may have been copied here by something that forgets modes.
    await chmod(path, 0o600).catch(() => log('server-keys.json could not be kept from others.'))
    const { success, data } = KeyFile.safeParse(jsonIfValid(text))
    if (!success) log('server-keys.json cannot be read, so the servers’ keys have to be given again.')
    const keys = Object.entries(data ?? {}).map(([origin, key]) => [origin, bytesOf(key)] as const)
    return new ServerKeys(path, new Map(keys))
  }

  has(url: string): boolean {
    return this.keys.has(new URL(url).origin)
  }

  /** What authorises a request to exactly this origin; nothing where there is no key for it. */
  headersFor(url: string | URL): Readonly<Record<string, string>> {
    const key = this.keys.get(new URL(url).origin)
    return key === undefined ? {} : { authorization: `Bearer ${key.toString('utf8')}` }
  }

  /** Keeps a key for the origin of an address, or forgets it (null). Resolves once that is on disk, or throws. */
  async set(url: string, key: string | null): Promise<void> {
    await this.#queue.run(async () => {
      const { origin } = new URL(url)
      const before = this.keys.get(origin)
      const next = new Map(this.keys)
      if (key === null) next.delete(origin)
      else next.set(origin, bytesOf(key))
      await writeJsonDurably(
        this.path,
        Object.fromEntries([...next].map(([one, kept]) => [one, kept.toString('utf8')])),
      )
      this.keys = next
      before?.fill(0)
    })
  }

  /** A text without any of the keys: a server may repeat the one it was sent. */
  mask(text: string): string {
    return [...this.keys.values()].reduce((masked, key) => masked.replaceAll(key.toString('utf8'), hidden), text)
  }

  /** Overwrites the keys in memory; afterwards there are none. The file stays. */
  forget(): void {
    for (const key of this.keys.values()) key.fill(0)
    this.keys = new Map()
  }
}

/** Bytes of their own, not a part of the pool that Node shares among small buffers. */
function bytesOf(key: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(key))
  bytes.write(key)
  return bytes
}
