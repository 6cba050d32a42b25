import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeStoreFolder } from '../durable-files'
import { z } from 'zod'
import type { AttemptQuery, FoundAttempts } from '@shared/api/network-api'
import { NetworkAttempt } from '@shared/models/models'
import { fitsItsSum, summedLine } from '../lines/summed-line'
import { jsonIfValid } from '../stored-text'
import { RotatingLines, type RotationSize } from '../lines/rotating-lines'

/** A line of the log. What became of an attempt is a second line with its id. */
const Line = NetworkAttempt.extend({ id: z.string() })
type Line = z.infer<typeof Line>

/**
 * Every attempt to reach something by an address, in files of the store. Attempts beyond this machine have files of their own,
 * so that the many calls of a model server here never push them out. Nothing of what was sent or came is in it.
 */
export class AttemptLog {
  readonly #beyond: RotatingLines
  readonly #local: RotatingLines
  readonly #ids = new WeakMap<NetworkAttempt, string>()
  #ready: Promise<unknown> | undefined
  #isBegun = false

  constructor(
    private readonly folder: string,
    private readonly log: (line: string) => void,
    rotation?: RotationSize,
  ) {
    this.#beyond = new RotatingLines(join(folder, 'beyond-this-machine.jsonl'), rotation)
    this.#local = new RotatingLines(join(folder, 'this-machine.jsonl'), rotation)
  }

  /** Before there is a store its folder is made, too: every attempt is kept. Later it would begin anew one that was moved away. */
  async #makeFolder(): Promise<void> {
    if (this.#isBegun) await makeStoreFolder(this.folder)
    else await mkdir(this.folder, { recursive: true, mode: 0o700 })
    this.#isBegun = true
  }

  /** Keeps an attempt, or what has become of it since. Resolves once it is in the file; never rejects. */
  async keep(attempt: NetworkAttempt): Promise<void> {
    const id = this.#ids.get(attempt) ?? randomUUID()
    this.#ids.set(attempt, id)
    const line = summedLine({ ...attempt, id } satisfies Line)
    try {
      await (this.#ready ??= this.#makeFolder())
      await (attempt.by === 'loopback' ? this.#local : this.#beyond).append(line)
    } catch (thrown) {
      this.#ready = undefined
      this.log(`network: an attempt to reach ${attempt.host} could not be written down: ${String(thrown)}`)
    }
  }

  /** The attempts that were kept and fit, newest first. Of a line that is not as it was written only the number is told. */
  async find({ text = '', outcome, beyond, limit }: AttemptQuery): Promise<FoundAttempts> {
    const files = beyond ? [this.#beyond] : [this.#beyond, this.#local]
    const lines = (await Promise.all(files.map((file) => file.lines()))).flat()
    const latest = new Map<string, Line>()
    let damaged = 0
    for (const line of lines) {
      const { data } = Line.safeParse(fitsItsSum(line) ? jsonIfValid(line) : undefined)
      if (data) latest.set(data.id, data)
      else damaged += 1
    }
    const words = text.toLowerCase().split(/\s+/u)
    const fits = (one: Line) => {
      if (outcome !== undefined && one.outcome !== outcome) return false
      const said = `${one.host} ${one.purpose}`.toLowerCase()
      return words.every((word) => said.includes(word))
    }
    const found = [...latest.values()].filter(fits).sort((a, b) => b.at - a.at)
    const attempts = found.slice(0, limit).map((line) => NetworkAttempt.parse(line))
    return { attempts, total: found.length, damaged }
  }
}
