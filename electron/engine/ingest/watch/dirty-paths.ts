import type { FileMark } from '@shared/documents'
import { atOnce } from '@engine/platform/order/at-once'
import { isSameMark } from '../files/file-mark'

export interface DirtyPathsParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The mark of a file; anything else for what is no file (any more). */
  readonly look: (path: string) => Promise<FileMark | 'gone' | 'away'>
}

interface Dirty {
  /** When it may be looked at, milliseconds since the epoch. */
  due: number
  /** How often it was found still being written. */
  tries: number
  mark?: FileMark
}

/** How long a path must be quiet, in milliseconds, before it is looked at. */
const quietMs = 700
/** What happens within this time, in milliseconds, is looked at together: of two files that change places, one alone looks like a new text. */
const togetherMs = 300
/** A file whose last change is older than this when it is first looked at is not being written. */
const restingMs = 2000
/** A file that is written for hours is looked at this often at least. */
const longestMs = 30_000

/** Paths that something happened to, until they have come to rest: a file that is still being written is not read. */
export class DirtyPaths {
  readonly #paths = new Map<string, Dirty>()

  constructor(private readonly parts: DirtyPathsParts) {}

  get size(): number {
    return this.#paths.size
  }

  add(path: string): void {
    const known = this.#paths.get(path)
    this.#paths.set(path, { ...known, tries: known?.tries ?? 0, due: this.parts.now() + quietMs })
  }

  clear(): void {
    this.#paths.clear()
  }

  /** Milliseconds until a path may be looked at; undefined where there is none. */
  dueIn(): number | undefined {
    if (this.#paths.size === 0) return undefined
    const next = Math.min(...[...this.#paths.values()].map(({ due }) => due))
    return Math.max(0, next - this.parts.now())
  }

  /** Takes out the paths that have come to rest, once one of them is due. */
  async take(): Promise<string[]> {
    const now = this.parts.now()
    if (this.dueIn() !== 0) return []
    const due = [...this.#paths].filter(([, one]) => one.due <= now + togetherMs)
    const rested: string[] = []
    const marks = await atOnce(due, ([path]) => this.parts.look(path))
    for (const [at, [path, before]] of due.entries()) {
      const mark = marks[at] ?? 'gone'
      // Something happened to it while it was looked at.
      if (this.#paths.get(path) !== before) continue
      const isResting = typeof mark === 'string' || this.#rests(mark, before, now)
      if (isResting) {
        this.#paths.delete(path)
        rested.push(path)
      } else {
        const wait = Math.min(quietMs * 2 ** before.tries, longestMs)
        this.#paths.set(path, { mark, tries: before.tries + 1, due: now + wait })
      }
    }
    return rested
  }

  /** @param now when it was begun to look at them: what was written since then is not at rest. */
  #rests(mark: FileMark, before: Dirty, now: number): boolean {
    if (before.mark) return isSameMark(mark, before.mark)
    // Clocks of network drives differ: a time to come says nothing.
    return mark.modified < now - restingMs
  }
}
