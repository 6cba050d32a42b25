import { appendFile, readFile, rename, stat } from 'node:fs/promises'
import { hasCode } from '@shared/errors'
import { WorkQueue } from '../work-queue'

export interface RotationSize {
  /** Of one file, about: a file that is larger is put aside. */
  readonly bytes: number
  /** Files that are kept beside the one that is written. */
  readonly kept: number
}

const usual: RotationSize = { bytes: 512 * 1024, kept: 4 }

/** A text file that grows by lines. Once it is large it becomes `<path>.1`, that one `.2`, and so on; the last one goes. */
export class RotatingLines {
  readonly #queue = new WorkQueue()
  #pending: string[] = []
  /** Bytes of the file; unknown before the first line. */
  #size: number | undefined

  constructor(
    private readonly path: string,
    private readonly rotation: RotationSize = usual,
  ) {}

  /** Resolves when the line is in the file, with those that came at the same time. Rejects with the system's error. */
  append(line: string): Promise<void> {
    this.#pending.push(line)
    return this.#queue.run(async () => {
      const lines = this.#pending
      this.#pending = []
      if (lines.length > 0) await this.#write(`${lines.join('\n')}\n`)
    })
  }

  /** All lines, oldest first. A file that is not there has none. */
  async lines(): Promise<string[]> {
    await this.#queue.idle()
    const texts: string[] = []
    for (let at = this.rotation.kept; at >= 0; at -= 1) texts.push(await textOf(this.#place(at)))
    return texts.flatMap((text) => text.split('\n')).filter((line) => line !== '')
  }

  async #write(text: string): Promise<void> {
    const size = this.#size ?? (await sizeOf(this.path))
    if (size >= this.rotation.bytes) await this.#rotate()
    // The line before may have been cut off by a crash: this one must not become its end.
    const whole = this.#size === undefined && size > 0 ? `\n${text}` : text
    await appendFile(this.path, whole, { mode: 0o600 })
    this.#size = (size >= this.rotation.bytes ? 0 : size) + Buffer.byteLength(whole)
  }

  async #rotate(): Promise<void> {
    for (let at = this.rotation.kept - 1; at >= 0; at -= 1) {
      await rename(this.#place(at), this.#place(at + 1)).catch((thrown: unknown) => {
        if (!hasCode(thrown, 'ENOENT')) throw thrown
      })
    }
  }

  #place(at: number): string {
    return at === 0 ? this.path : `${this.path}.${at}`
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return 0
    throw thrown
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return ''
    throw thrown
  }
}
