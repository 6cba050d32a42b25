/** FNV-1a (Fowler, Noll, Vo) over UTF-16 code units: 32 bits as a signed number. */
export function fnv1a(text: string, seed = 0x811c9dc5, start = 0, end = text.length): number {
  let hash = seed
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** The same as eight hex digits: a name, not a proof. */
export function fnv1aHex(text: string): string {
  return (fnv1a(text) >>> 0).toString(16).padStart(8, '0')
}

/** Numbers from 0 to below 1, the same for the same seed (Tommy Ettinger's mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The order of strings by their code units: the same on every machine, whatever its language. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
