import { likeness, signatureLength } from './signature'

/** From this share of common shingles on, two texts are nearly the same. */
export const nearlyTheSame = 0.85
/** With 16 bands of 8 hashes, 99 of 100 pairs that are alike to 0.85 meet in a band, and 5 of 100 that are to 0.5. */
const bandLength = 8
const bands = signatureLength / bandLength

/**
 * Groups of texts that are nearly the same. The first text of a group stands for it: later ones are compared with that one alone, and
 * with it only where they share a band (locality-sensitive hashing; Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", §3.4),
 * so that a thousand texts cost no million comparisons.
 */
export class SignatureGroups {
  readonly #signatures: Uint16Array[] = []
  readonly #names: string[] = []
  readonly #known = new Set<string>()
  #compared = 0
  /** For each band, the groups of which it has this value. */
  readonly #bands: readonly Map<number, number[]>[] = Array.from({ length: bands }, () => new Map<number, number[]>())

  /** Pairs of signatures that were held against each other. */
  get compared(): number {
    return this.#compared
  }

  get size(): number {
    return this.#names.length
  }

  /** The groups that were added last, at most so many, oldest first. */
  newest(count: number): (readonly [signature: Uint16Array, name: string])[] {
    const from = Math.max(0, this.size - count)
    return this.#signatures.slice(from).map((signature, at) => [signature, this.#names[from + at] ?? ''])
  }

  /** The group a text belongs to; `name` names a new one that begins with it. */
  groupOf(signature: Uint16Array, name: string): string {
    const found = this.#nearest(signature)
    if (found !== undefined) return found
    this.add(signature, name)
    return name
  }

  /** Makes a text stand for a group, unless the group is known. */
  add(signature: Uint16Array, name: string): void {
    if (this.#known.has(name)) return
    this.#known.add(name)
    const at = this.#names.push(name) - 1
    this.#signatures.push(signature)
    for (const [band, groups] of this.#bands.entries()) {
      const value = bandOf(signature, band)
      const same = groups.get(value)
      if (same) same.push(at)
      else groups.set(value, [at])
    }
  }

  #nearest(signature: Uint16Array): string | undefined {
    const met = new Set<number>()
    let best: number | undefined
    let most = nearlyTheSame
    for (const [band, groups] of this.#bands.entries()) {
      for (const at of groups.get(bandOf(signature, band)) ?? []) {
        const other = this.#signatures[at]
        if (!other || met.has(at)) continue
        met.add(at)
        this.#compared += 1
        const share = likeness(signature, other)
        if (share > most || (share === most && (best === undefined || at < best))) {
          most = share
          best = at
        }
      }
    }
    return best === undefined ? undefined : this.#names[best]
  }
}

function bandOf(signature: Uint16Array, band: number): number {
  let hash = band
  for (let at = band * bandLength; at < (band + 1) * bandLength; at += 1) {
    hash = Math.imul(hash, 0x01000193) ^ (signature[at] ?? 0)
  }
  return hash
}
