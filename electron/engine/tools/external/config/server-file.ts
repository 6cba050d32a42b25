import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CairnError } from '@shared/errors'
import { ToolServerConfig } from '@shared/tools/tool-server-shapes'
import { writeJsonDurably } from '@engine/platform/durable-files'
import { WorkQueue } from '@engine/platform/work-queue'
import { readKept } from '../../kept-file'
import { requireLoopback } from './server-place'

const File = z.array(ToolServerConfig)
const most = 100

/**
 * The servers of tools as they were set up, in `tool-servers.json` of the store: a file only its owner may read, because values
 * of `env` and `headers` may be secrets.
 */
export class ServerFile {
  readonly #queue = new WorkQueue()

  private constructor(
    private readonly path: string,
    private kept: readonly ToolServerConfig[],
  ) {}

  /** Never throws: a file that cannot be read is kept aside, and there are no servers then. */
  static async open(folder: string, log: (line: string) => void): Promise<ServerFile> {
    const path = join(folder, 'tool-servers.json')
    // It may have been copied here by something that forgets modes.
    await chmod(path, 0o600).catch(() => undefined)
    return new ServerFile(path, (await readKept(path, File, log)) ?? [])
  }

  get servers(): readonly ToolServerConfig[] {
    return this.kept
  }

  /** Adds servers, or replaces those of the same names. Resolves once that is on disk, or throws and changes nothing. */
  async put(servers: readonly ToolServerConfig[]): Promise<void> {
    servers.forEach(requireLoopback)
    await this.#change((kept) => [...kept.filter((old) => !servers.some((one) => isSame(one, old.name))), ...servers])
  }

  /** Throws CairnError NOT_FOUND where there is none of this name. */
  async remove(name: string): Promise<void> {
    await this.#change((kept) => {
      if (!kept.some((one) => isSame(one, name))) throw noSuchServer(name)
      return kept.filter((one) => !isSame(one, name))
    })
  }

  async close(): Promise<void> {
    await this.#queue.idle()
  }

  async #change(next: (kept: readonly ToolServerConfig[]) => readonly ToolServerConfig[]): Promise<void> {
    await this.#queue.run(async () => {
      const changed = next(this.kept)
      if (changed.length > most) {
        throw new CairnError('INVALID_INPUT', `There can be at most ${most} servers.`, 'Remove one first.')
      }
      await writeJsonDurably(this.path, changed)
      this.kept = changed
    })
  }
}

export function noSuchServer(name: string): CairnError {
  return new CairnError('NOT_FOUND', `There is no server of tools called ${name}.`, 'Look at the list of servers.')
}

function isSame(server: ToolServerConfig, name: string): boolean {
  return server.name.toLowerCase() === name.toLowerCase()
}
