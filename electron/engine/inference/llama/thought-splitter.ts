import type { GeneratedText } from '../supervision/host-client'

const opening = ['<think>', '<thinking>', '<thought>', '<reasoning>'] as const
/** After its closing tag a thought is separated from the answer by empty lines, which belong to neither. */
const blank = /^\s+/u

/**
 * Separates what a reasoning model says to itself from its answer where nothing but `<think>…</think>` tells them apart.
 * Tags count before the answer's first word only: behind it they are quoted, as in an answer about such tags. Pieces may
 * cut a tag anywhere. An unclosed thought stays one. White space before the answer is dropped.
 */
export function createThoughtSplitter() {
  let state: 'before' | 'thought' | 'answer' = 'before'
  let closing = ''
  let held = ''

  function take(last: boolean): GeneratedText[] {
    const out: GeneratedText[] = []
    for (;;) {
      if (state === 'before') {
        const text = held.replace(blank, '')
        const tag = opening.find((candidate) => text.startsWith(candidate))
        if (tag === undefined) {
          const mayBecomeTag = !last && opening.some((candidate) => candidate.startsWith(text))
          if (mayBecomeTag) return out
          held = text
          state = 'answer'
          continue
        }
        closing = `</${tag.slice(1)}`
        held = text.slice(tag.length)
        state = 'thought'
      } else if (state === 'thought') {
        const end = held.indexOf(closing)
        const safe = end >= 0 ? end : last ? held.length : held.length - cutTagLength(held, closing)
        if (safe > 0) out.push({ kind: 'thought', text: held.slice(0, safe) })
        held = held.slice(end >= 0 ? end + closing.length : safe)
        if (end < 0) return out
        state = 'before'
      } else {
        if (held !== '') out.push({ kind: 'token', text: held })
        held = ''
        return out
      }
    }
  }

  return {
    /** Takes the next piece of the raw output. A text that may still become a tag is held back. */
    push(text: string): GeneratedText[] {
      held += text
      return take(false)
    },
    /** Gives out the text that was held back. */
    end: () => take(true),
  }
}

/** How many characters at the end of a text are the beginning of a tag. */
function cutTagLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(tag.slice(0, length))) return length
  return 0
}
