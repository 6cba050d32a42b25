import type { DocumentShare } from '../share/document-share'

type Aliases = DocumentShare['aliases']

/** What short forms stand for, by what most documents explain them as. Documents come and go. */
export class ShortForms {
  /** Short → long → in how many explanations. */
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #shortsOf = new Map<string, Set<string>>()

  /** Returns the short forms that may stand for something else now. */
  add(aliases: Aliases): ReadonlySet<string> {
    for (const { short, long } of aliases) {
      const longs = this.#counts.get(short) ?? new Map<string, number>()
      this.#counts.set(short, longs.set(long, (longs.get(long) ?? 0) + 1))
      this.#shortsOf.set(long, (this.#shortsOf.get(long) ?? new Set()).add(short))
    }
    return this.#touchedBy(aliases)
  }

  /** As `add`; the same aliases must have been added before. */
  remove(aliases: Aliases): ReadonlySet<string> {
    const touched = this.#touchedBy(aliases)
    for (const { short, long } of aliases) {
      const longs = this.#counts.get(short)
      const left = (longs?.get(long) ?? 0) - 1
      if (left > 0) longs?.set(long, left)
      else {
        longs?.delete(long)
        if (longs?.size === 0) this.#counts.delete(short)
        const shorts = this.#shortsOf.get(long)
        shorts?.delete(short)
        if (shorts?.size === 0) this.#shortsOf.delete(long)
      }
    }
    return touched
  }

  /** On a tie a short form stands for itself, and so does one whose long form stands for something else: no chains. */
  standsFor(short: string): string | undefined {
    const long = this.#most(short)
    return long === undefined || this.#most(long) !== undefined ? undefined : long
  }

  #most(short: string): string | undefined {
    const [best, second] = [...(this.#counts.get(short) ?? [])].toSorted((a, b) => b[1] - a[1])
    return best && best[1] > (second?.[1] ?? 0) ? best[0] : undefined
  }

  #touchedBy(aliases: Aliases): Set<string> {
    return new Set(aliases.flatMap(({ short }) => [short, ...(this.#shortsOf.get(short) ?? [])]))
  }
}
