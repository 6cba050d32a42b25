export interface ExcerptPart {
  readonly text: string
  readonly cited: boolean
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/**
 * At most `length` UTF-16 units of a passage around its first cited part, cut at word ends, with the cited parts told
 * apart. Line breaks become spaces; what was left out at either end is an ellipsis.
 */
export function passageExcerpt(text: string, cited: readonly Stretch[], length = 360): ExcerptPart[] {
  const first = cited[0]
  // Some words before the cited part say what it belongs to.
  const wanted = first ? startBefore(text, first.start, Math.round(length / 5)) : 0
  const start = startOfWord(text, wanted, first?.start ?? wanted)
  const end = endOfWord(text, Math.min(text.length, start + length))
  const parts: ExcerptPart[] = []
  const add = (from: number, to: number, isCited: boolean) => {
    const piece = text.slice(Math.max(from, start), Math.min(to, end)).replace(/\s+/gu, ' ')
    if (from < to && piece !== '') parts.push({ text: piece, cited: isCited })
  }
  let at = start
  for (const span of cited) {
    if (span.end <= at || span.start >= end) continue
    add(at, Math.max(at, span.start), false)
    add(Math.max(at, span.start), span.end, true)
    at = Math.max(at, Math.min(span.end, end))
  }
  add(at, end, false)
  if (start > 0) parts.unshift({ text: '… ', cited: false })
  if (end < text.trimEnd().length) parts.push({ text: ' …', cited: false })
  return parts
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60]/u

/** So far before a place as takes `width` letters; a Chinese one takes the room of two. */
function startBefore(text: string, end: number, width: number): number {
  let at = end
  for (let left = width; at > 0 && left > 0; at -= 1) left -= wide.test(text.charAt(at - 1)) ? 2 : 1
  return at
}

function startOfWord(text: string, wanted: number, latest: number): number {
  if (wanted === 0) return 0
  const gap = /\s+/u.exec(text.slice(wanted, latest))
  return whole(text, gap ? wanted + gap.index + gap[0].length : wanted)
}

function endOfWord(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length
  const tail = text.slice(Math.max(0, wanted - 24), wanted)
  const gap = tail.search(/\s\S*$/u)
  return whole(text, gap === -1 ? wanted : wanted - tail.length + gap)
}

/** Never between the halves of a surrogate pair. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
