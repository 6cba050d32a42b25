import { splitSentences } from '@engine/text/sentences/sentences'

/** A passage as it was recorded. Offsets are 0-based half-open UTF-16 units of the document's text at that time. */
export interface Quote {
  readonly content: string
  readonly start: number
  readonly end: number
  /** What stood around it, as much as is known: of several places that say the same it tells the right one. */
  readonly before?: string | undefined
  readonly after?: string | undefined
}

/**
 * Where a passage stands in a text. `exact`: where it stood; `moved`: word for word elsewhere; `changed`: at least
 * `share` (0.8 to 1) of it, 1 where only white space, width or the form of characters differ; `stale`: nowhere.
 */
export type Anchor =
  | { readonly state: 'exact' | 'moved'; readonly start: number; readonly end: number }
  | { readonly state: 'changed'; readonly start: number; readonly end: number; readonly share: number }
  | { readonly state: 'stale' }

/** How much of a passage must be left, by the length of its sentences, for it to count as the same. */
const minShare = 0.8
/** So far its sentences may be apart, as a multiple of its length. */
const spread = 2
/** So much of what stood on either side is compared, in UTF-16 units: as much as possible, in the end nothing. */
const reaches = [64, 16, 0] as const
const surroundings = reaches[0]

/**
 * Finds a recorded passage in a newer text of its document. Of several places the one whose surroundings agree best is
 * taken, then the one nearest to the old place. What was recorded is never cut: where it is no longer in one place, the
 * answer is `stale`.
 */
export function anchor(quote: Quote, text: string): Anchor {
  const { content, start } = quote
  if (content === '') return start <= text.length ? { state: 'exact', start, end: start } : { state: 'stale' }
  const around = { before: quote.before?.slice(-surroundings) ?? '', after: quote.after?.slice(0, surroundings) ?? '' }
  const at = bestPlace(content, text, start, around)
  if (at !== -1) return { state: at === start ? 'exact' : 'moved', start: at, end: at + content.length }
  const needle = fold(content).text
  if (needle === '') return { state: 'stale' }
  const folded = fold(text)
  const place = foldedOffset(folded, start)
  const foldedAround = { before: fold(around.before).text, after: fold(around.after).text }
  const foldedAt = bestPlace(needle, folded.text, place, foldedAround)
  if (foldedAt !== -1) {
    return { state: 'changed', ...originalRange(text, folded, foldedAt, foldedAt + needle.length), share: 1 }
  }
  const most = maxSentences(content, folded.text, place, needle.length * spread)
  if (!most) return { state: 'stale' }
  return { state: 'changed', ...originalRange(text, folded, most.start, most.end), share: most.share }
}

interface Around {
  readonly before: string
  readonly after: string
}

/** Where the words stand whose surroundings agree best, and of those the nearest; -1 where they do not. */
function bestPlace(words: string, text: string, place: number, around: Around): number {
  // Searched for in one go with the words, so that a text full of them costs no more than any other.
  for (const reach of reaches) {
    const before = around.before.slice(Math.max(0, around.before.length - reach))
    const after = around.after.slice(0, reach)
    const onBothSides = nearest({ before, words, after }, text, place)
    if (onBothSides !== -1) return onBothSides
    if (before === '' || after === '') continue
    const onOneSide = [
      nearest({ before, words, after: '' }, text, place),
      nearest({ before: '', words, after }, text, place),
    ]
    const found = onOneSide.filter((at) => at !== -1).sort((a, b) => Math.abs(a - place) - Math.abs(b - place))
    if (found[0] !== undefined) return found[0]
  }
  return -1
}

interface Pattern extends Around {
  readonly words: string
}

function nearest({ before, words, after }: Pattern, text: string, place: number): number {
  const wanted = before + words + after
  const wantedAt = place - before.length
  let best = -1
  if (wantedAt >= 0 && text.startsWith(wanted, wantedAt)) return place
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (best === -1 || Math.abs(at - wantedAt) < Math.abs(best - wantedAt)) best = at
    // Whatever comes now is farther away.
    if (at >= wantedAt) break
  }
  return best === -1 ? -1 : best + before.length
}

interface Hit {
  readonly start: number
  readonly end: number
  readonly sentence: string
}

/** The stretch of a folded text that holds the most of the passage's sentences, however ordered, if that is enough. */
function maxSentences(content: string, text: string, place: number, longest: number) {
  const wanted = new Map<string, number>()
  let total = 0
  for (const { start, end } of splitSentences(content)) {
    const sentence = fold(content.slice(start, end)).text
    if (sentence === '') continue
    wanted.set(sentence, (wanted.get(sentence) ?? 0) + 1)
    total += sentence.length
  }
  const hits = findSentences(wanted, text, total * (1 - minShare))
  const inside = new Map<string, number>()
  let from = 0
  let found = 0
  let best: { start: number; end: number; found: number } | undefined
  for (const hit of hits) {
    const count = (inside.get(hit.sentence) ?? 0) + 1
    inside.set(hit.sentence, count)
    if (count <= (wanted.get(hit.sentence) ?? 0)) found += hit.sentence.length
    let first = hits[from] ?? hit
    // Leave behind what is too far away, and what stands again further on.
    for (; first !== hit; first = hits[from] ?? hit) {
      const left = (inside.get(first.sentence) ?? 0) - 1
      const needed = wanted.get(first.sentence) ?? 0
      if (left < needed && hit.end - first.start <= longest) break
      inside.set(first.sentence, left)
      if (left < needed) found -= first.sentence.length
      from += 1
    }
    const isNearer = best?.found === found && Math.abs(first.start - place) < Math.abs(best.start - place)
    if (!best || found > best.found || isNearer) best = { start: first.start, end: hit.end, found }
  }
  if (!best || best.found < total * minShare) return undefined
  return { start: best.start, end: best.end, share: best.found / total }
}

/**
 * Every place of every sentence, in order and none inside another; none at all once more of them is missing than may be.
 */
function findSentences(wanted: ReadonlyMap<string, number>, text: string, mayMiss: number): Hit[] {
  const hits: Hit[] = []
  let missing = 0
  for (const [sentence, count] of [...wanted].toSorted(([a], [b]) => b.length - a.length)) {
    let at = text.indexOf(sentence)
    if (at === -1) missing += sentence.length * count
    if (missing > mayMiss) return []
    for (; at !== -1; at = text.indexOf(sentence, at + sentence.length)) {
      hits.push({ start: at, end: at + sentence.length, sentence })
    }
  }
  hits.sort((a, b) => a.start - b.start || b.end - a.end)
  const apart: Hit[] = []
  for (const hit of hits) {
    const last = apart.at(-1)
    if (!last || hit.start >= last.end) apart.push(hit)
    else if (hit.sentence.length > last.sentence.length) apart[apart.length - 1] = hit
  }
  return apart
}

/** A text for comparison, and for each of its units the offset in the original. */
interface Folded {
  readonly text: string
  readonly starts: Int32Array
}

const blank = /[\s\u00AD\u200B-\u200D\u2060\uFEFF]/u
/** Marks whose width or shape differs between typists; NFKC sees to the other wide forms. */
const plainMarks = new Map(
  Object.entries({ '。': '.', '、': ',', '“': '"', '”': '"', '‘': "'", '’': "'", '–': '-', '—': '-' }),
)
/** What NFKC may join to the character before it. */
const joining = /[\p{M}\u1160-\u11FF\u3131-\u318E\uFF9E-\uFFDC]/u

/**
 * A text without white space and without differences of width, composition and typographic form. It goes from one
 * character with its marks to the next, because only so is it known where each part of the result came from.
 */
function fold(text: string): Folded {
  const folded = new Folding(text.length)
  const forms = new Map<string, string>()
  let end = 0
  for (let at = 0; at < text.length; at = end) {
    end = characterEnd(text, at)
    const code = text.charCodeAt(at)
    if (end === at + 1 && ((code > 0x20 && code < 0x7f) || isHan(code))) folded.add(code, at)
    else {
      const form = formOf(text.slice(at, end), forms)
      for (let unit = 0; unit < form.length; unit += 1) folded.add(form.charCodeAt(unit), at)
    }
  }
  return folded.done()
}

/** Typed arrays that grow: a text may be ten million units long. */
class Folding {
  #codes: Uint16Array<ArrayBuffer>
  #starts: Int32Array<ArrayBuffer>
  #length = 0

  constructor(length: number) {
    this.#codes = new Uint16Array(length)
    this.#starts = new Int32Array(length)
  }

  add(code: number, start: number): void {
    if (this.#length === this.#codes.length) {
      const [codes, starts] = [this.#codes, this.#starts]
      this.#codes = new Uint16Array(codes.length * 2 + 16)
      this.#codes.set(codes)
      this.#starts = new Int32Array(starts.length * 2 + 16)
      this.#starts.set(starts)
    }
    this.#codes[this.#length] = code
    this.#starts[this.#length] = start
    this.#length += 1
  }

  done(): Folded {
    const text = Buffer.from(this.#codes.buffer, 0, this.#length * 2).toString('utf16le')
    return { text, starts: this.#starts.subarray(0, this.#length) }
  }
}

/** Where the character that begins at `at` ends, with everything that may be joined to it. */
function characterEnd(text: string, at: number): number {
  let end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
  // Nothing below U+0300 joins, nor do Han characters: that is almost every character.
  while (end < text.length && text.charCodeAt(end) >= 0x300 && !isHan(text.charCodeAt(end))) {
    const next = String.fromCodePoint(text.codePointAt(end) ?? 0)
    if (!joining.test(next)) break
    end += next.length
  }
  return end
}

function isHan(code: number): boolean {
  return code >= 0x4e00 && code < 0xa000
}

/** Characters repeat, and normalising one costs more than looking it up. */
function formOf(character: string, forms: Map<string, string>): string {
  const known = forms.get(character)
  if (known !== undefined) return known
  const form = Array.from(character.normalize('NFKC'), (part) =>
    blank.test(part) ? '' : (plainMarks.get(part) ?? part),
  )
  const joined = form.join('')
  if (character.length <= 2) forms.set(character, joined)
  return joined
}

/** The place in a folded text of an offset in the original. */
function foldedOffset({ starts }: Folded, original: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) < original) low = middle + 1
    else high = middle
  }
  return low
}

function originalRange(text: string, { starts }: Folded, start: number, end: number): { start: number; end: number } {
  return { start: starts[start] ?? 0, end: characterEnd(text, starts[end - 1] ?? 0) }
}
