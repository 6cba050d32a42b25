import { join } from 'node:path'
import { z } from 'zod'
import { ConsentEntry } from '@shared/tools/tool-server-shapes'
import { writeJsonDurably } from '@engine/platform/durable-files'
import { WorkQueue } from '@engine/platform/work-queue'
import { readKept } from '../kept-file'

const File = z.array(ConsentEntry)
/** The oldest are forgotten, and asked for again. */
const limit = 1000

/** The consents that are kept, in `tool-consents.json` of the store. */
export class ConsentFile {
  readonly #queue = new WorkQueue()

  private constructor(
    private readonly path: string,
    private kept: readonly ConsentEntry[],
  ) {}

  /** Never throws: a file that cannot be read is kept aside, and consents are asked for again. */
  static async open(folder: string, log: (line: string) => void): Promise<ConsentFile> {
    const path = join(folder, 'tool-consents.json')
    return new ConsentFile(path, (await readKept(path, File, log)) ?? [])
  }

  get entries(): readonly ConsentEntry[] {
    return this.kept
  }

  /** Resolves once the change is on disk, or throws and leaves them as they were. */
  async change(next: (entries: readonly ConsentEntry[]) => readonly ConsentEntry[]): Promise<void> {
    await this.#queue.run(async () => {
      const changed = next(this.kept).slice(-limit)
      await writeJsonDurably(this.path, changed)
      this.kept = changed
    })
  }

  async close(): Promise<void> {
    await this.#queue.idle()
  }
}
