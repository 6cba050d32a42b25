import { foldHan } from '@engine/text/chinese/han-fold'
import type { Span } from '@engine/text/sentences/sentences'

interface Node {
  readonly next: Map<number, Node>
  /** Some name ends here; `anyCase` where it may be written small as well. */
  ends: { anyCase: boolean; surfaces: Set<string> } | undefined
}

const space = 32
const wordPart = /[\p{L}\p{N}\p{M}]/u
const han = /\p{Script=Han}/u
/** Shorter Chinese names must be whole words where they stand: 水位 is not in 水位计. */
const surelyNoPart = 3

/** Finds many names in a text at once, the longest first, in time linear in the text. */
export class NameFinder {
  readonly #root: Node = { next: new Map(), ends: undefined }

  /** With `anyCase`, it counts in small and capital letters alike. */
  add(name: string, anyCase: boolean): void {
    let node = this.#root
    const folded = foldSameLength(name)
    for (let at = 0; at < folded.length; at += 1) {
      const code = folded.charCodeAt(at)
      let next = node.next.get(code)
      if (!next) {
        next = { next: new Map(), ends: undefined }
        node.next.set(code, next)
      }
      node = next
    }
    node.ends ??= { anyCase: false, surfaces: new Set() }
    if (anyCase) node.ends.anyCase = true
    node.ends.surfaces.add(name)
  }

  /** `isEdge` says whether a word begins or ends at a place within Chinese. Spans are in order and do not overlap. */
  find(text: string, isEdge: (at: number) => boolean): Span[] {
    const folded = foldSameLength(text)
    const spans: Span[] = []
    for (let at = 0; at < folded.length; at += 1) {
      if (isWithinWord(folded, at) || !this.#root.next.has(folded.charCodeAt(at)) || !mayBegin(text, at)) continue
      const end = this.#longestFrom(text, folded, at, isEdge)
      if (end === undefined) continue
      spans.push({ start: at, end })
      at = end - 1
    }
    return spans
  }

  #longestFrom(text: string, folded: string, start: number, isEdge: (at: number) => boolean): number | undefined {
    let node: Node | undefined = this.#root
    let best: number | undefined
    let at = start
    while (at < folded.length) {
      const isBlank = /\s/u.test(folded.charAt(at))
      node = node.next.get(isBlank ? space : folded.charCodeAt(at))
      if (!node) break
      at += 1
      // A wrapped line is a space, an empty line is not.
      if (isBlank) for (let more = 0; more < 4 && /[^\S\n]/u.test(folded.charAt(at)); more += 1) at += 1
      if (
        node.ends &&
        mayEnd(text, at) &&
        isWritten(node.ends, text.slice(start, at)) &&
        isWhole(text, start, at, isEdge)
      )
        best = at
    }
    return best
  }
}

function isWritten(ends: NonNullable<Node['ends']>, written: string): boolean {
  return ends.anyCase || ends.surfaces.has(written.replace(/\s+/gu, ' '))
}

function isWhole(text: string, start: number, end: number, isEdge: (at: number) => boolean): boolean {
  if (end - start >= surelyNoPart || !han.test(text.charAt(start))) return true
  return isEdge(start) && isEdge(end)
}

/** Most places are: a small letter or digit of ASCII with another before it. A quick no, where `mayBegin` would say no. */
function isWithinWord(folded: string, at: number): boolean {
  return at > 0 && isPlain(folded.charCodeAt(at)) && isPlain(folded.charCodeAt(at - 1))
}

function isPlain(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
}

function mayBegin(text: string, at: number): boolean {
  const before = text.charAt(at - 1)
  return at === 0 || !wordPart.test(before) || han.test(before) || han.test(text.charAt(at))
}

function mayEnd(text: string, end: number): boolean {
  const next = text.charAt(end)
  return end >= text.length || !wordPart.test(next) || han.test(next) || han.test(text.charAt(end - 1))
}

/** Small letters and simplified characters; places stay what they are. */
function foldSameLength(text: string): string {
  const small = text.toLowerCase()
  if (small.length === text.length) return foldHan(small)
  return foldHan(
    Array.from(text, (character) =>
      character.toLowerCase().length === character.length ? character.toLowerCase() : character,
    ).join(''),
  )
}
