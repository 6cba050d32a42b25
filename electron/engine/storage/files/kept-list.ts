import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { hasCode } from '@shared/errors'
import { replaceDurably } from '@engine/platform/durable-files'
import { jsonIfValid } from '@engine/platform/stored-text'
import { WorkQueue } from '@engine/platform/work-queue'
import { type SeenFile, type SingleKind, singleFiles, singleKinds } from './single-files'
import { fitsItsSum, summedLine } from '@engine/platform/lines/summed-line'
import { type LineSeal, noSeal } from '@engine/platform/sealing/line-seal'
import type { Resealed } from '@engine/ports/storage/files/resealed'

/** How exact the times of files are that were copied together with them. */
const exactToMs = 2

/** What a person keeps in a store as files of its own. */
const KeptKind = z.enum(['chat', 'notebook', 'research', 'questions', 'evaluation', ...singleKinds])
export type KeptKind = z.infer<typeof KeptKind>

const KeptThing = z.object({
  kind: KeptKind,
  id: z.string(),
  name: z.string(),
  changed: z.boolean().default(false),
  /** Of a single file: what it was when it was last looked at, and when it had last been written then. */
  written: z.object({ sum: z.string(), at: z.number() }).optional(),
})
type KeptThing = z.infer<typeof KeptThing>

/** What a check says of a thing. */
export interface NamedThing {
  readonly id: string
  readonly name: string
}

export interface KeptListOptions {
  readonly readOnly: boolean
  readonly log: (line: string) => void
  /** What every line goes through on its way to the disk and back; as it is by default. */
  readonly seal?: LineSeal
}

/**
 * Knows what a store should have, so that a file that is gone is missed, and what was once read other than it was written. It is only a
 * witness: without it everything is there as before, so what cannot be written of it is logged.
 */
export class KeptList implements Resealed {
  readonly #queue = new WorkQueue()
  readonly #things = new Map<string, KeptThing>()
  readonly #seal: LineSeal
  #isRead = false

  constructor(
    /** Absolute path of `kept.jsonl`. */
    private readonly path: string,
    private readonly options: KeptListOptions,
  ) {
    this.#seal = options.seal ?? noSeal
  }

  /** Tells of things that are there, by the name people know them by. */
  here(kind: KeptKind, things: readonly NamedThing[]): void {
    this.#later(async () => {
      const known = ({ id }: NamedThing) => this.#things.get(keyOf(kind, id))
      const fresh = things.filter((thing) => known(thing)?.name !== thing.name)
      await this.#put(fresh.map((thing) => ({ kind, ...thing, changed: known(thing)?.changed ?? false })))
    })
  }

  /** Tells of a thing whose file is not as it was written. It stays known, also when the file is written anew. */
  changed(kind: KeptKind, thing: NamedThing): void {
    this.#later(async () => {
      if (this.#things.get(keyOf(kind, thing.id))?.changed !== true)
        await this.#put([{ kind, ...thing, changed: true }])
    })
  }

  /** Tells that a file of which there is one is gone, where it was known, and will be begun anew. */
  async lost(kind: SingleKind): Promise<void> {
    const [known] = await this.missing(kind, new Set())
    if (known) this.changed(kind, known)
  }

  /**
   * Tells of a file of which there is one. It counts as changed where it cannot be read, and where it says something else although nobody
   * has written it since: whoever corrects it by hand gives it another time.
   */
  single(kind: SingleKind, { sum, at, isReadable }: SeenFile): void {
    this.#later(async () => {
      const name = singleFiles[kind]
      const known = this.#things.get(keyOf(kind, kind))
      const isAsWritten = known?.written?.sum === sum
      const isSameWriting = known?.written !== undefined && Math.abs(known.written.at - at) <= exactToMs
      const isDamaged = !isReadable || (isSameWriting && !isAsWritten)
      const changed = known?.changed === true || isDamaged
      if (isDamaged && known?.changed !== true) this.options.log(`store: ${name} is not as it was written`)
      if (isAsWritten && isSameWriting && known.changed === changed) return
      await this.#put([{ kind, id: kind, name, changed, written: { sum, at } }])
    })
  }

  /** Forgets a thing before its files go, so that nobody misses it, and its name is in no file any more. */
  async gone(kind: KeptKind, id: string): Promise<void> {
    this.#later(async () => {
      if (this.#things.delete(keyOf(kind, id))) await this.#writeAnew()
    })
    await this.#queue.idle()
  }

  /** What a thing is called, whatever it is; undefined where none has this id. */
  async nameOf(id: string): Promise<string | undefined> {
    return (await this.#all()).find((thing) => thing.id === id)?.name
  }

  /** Things that should be there, but are not among `ids`. */
  async missing(kind: KeptKind, ids: ReadonlySet<string>): Promise<NamedThing[]> {
    return (await this.#all()).filter((thing) => thing.kind === kind && !ids.has(thing.id))
  }

  /** Things that were found changed at some time since the last `accept`. */
  async changedOf(kind: KeptKind): Promise<NamedThing[]> {
    return (await this.#all()).filter((thing) => thing.kind === kind && thing.changed)
  }

  /** What was found is known now: things are as their files say, and of a kind only those with these ids. */
  async accept(there: ReadonlyMap<KeptKind, ReadonlySet<string>>): Promise<void> {
    this.#later(async () => {
      const before = this.#things.size
      let isOther = false
      for (const [key, thing] of this.#things) {
        if (there.get(thing.kind)?.has(thing.id) === false) {
          this.#things.delete(key)
          this.options.log(
            `store: ${thing.kind} “${thing.name}” (${thing.id}) is not there and is not looked for any more`,
          )
        } else if (thing.changed) {
          isOther = true
          this.#things.set(key, { ...thing, changed: false })
        }
      }
      if (isOther || this.#things.size < before) await this.#writeAnew()
    })
    await this.#queue.idle()
  }

  /** It names what people keep, so it is sealed with that. */
  resealing(): Promise<(() => Promise<boolean>)[]> {
    return Promise.resolve([
      () =>
        this.#queue.run(async () => {
          // From what is known, and not from the file: half a line that a crash has left there goes.
          await this.#read()
          if (this.#things.size > 0) await this.#writeAnew()
          return false
        }),
    ])
  }

  async close(): Promise<void> {
    await this.#queue.idle()
  }

  async #all(): Promise<KeptThing[]> {
    this.#later(() => Promise.resolve())
    await this.#queue.idle()
    return [...this.#things.values()]
  }

  /** One piece of work behind the other, and behind reading what is there. */
  #later(work: () => Promise<void>): void {
    void this.#queue.run(async () => {
      try {
        await this.#read()
        await work()
      } catch (thrown) {
        this.options.log(`store: ${this.path} could not be kept up: ${String(thrown)}`)
      }
    })
  }

  async #read(): Promise<void> {
    if (this.#isRead) return
    let text = ''
    try {
      text = this.#seal.open(await readFile(this.path)).bytes.toString('utf8')
    } catch (thrown) {
      if (!hasCode(thrown, 'ENOENT')) throw thrown
    }
    // What a damaged line knew is known again when its thing is seen; what it says now would be of nothing.
    for (const line of text.split('\n').filter(fitsItsSum)) {
      const thing = KeptThing.safeParse(jsonIfValid(line)).data
      if (thing) this.#things.set(keyOf(thing.kind, thing.id), thing)
    }
    this.#isRead = true
  }

  async #put(things: readonly KeptThing[]): Promise<void> {
    if (things.length === 0) return
    const isNew = things.every((thing) => !this.#things.has(keyOf(thing.kind, thing.id)))
    for (const thing of things) this.#things.set(keyOf(thing.kind, thing.id), thing)
    // No name that a thing had before stays in the file.
    if (!isNew) return this.#writeAnew()
    // What came before may have been cut short: a line of its own stays readable.
    if (!this.options.readOnly) await appendFile(this.path, this.#seal.close(`\n${textOf(things)}`), { mode: 0o600 })
  }

  async #writeAnew(): Promise<void> {
    if (this.options.readOnly) return
    const text = this.#seal.close(textOf(this.#things.values()))
    try {
      await replaceDurably(this.path, text, `${this.path}.new`)
    } catch (thrown) {
      // On a full disk there is room for less than before in the file's own place.
      if (!hasCode(thrown, 'ENOSPC')) throw thrown
      await writeFile(this.path, text, { mode: 0o600 })
    }
  }
}

function textOf(things: Iterable<KeptThing>): string {
  return [...things].map((thing) => `${summedLine(thing)}\n`).join('')
}

function keyOf(kind: KeptKind, id: string): string {
  return `${kind}/${id}`
}
