const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu

/** `Intl.Segmenter` takes the square of a text's length: it is given this many UTF-16 units at a time. */
const segmentedAtOnce = 1000

/** The words of a text by ICU's dictionary, with their offsets. */
export function wordSpans(text: string): { word: string; start: number }[] {
  const words: { word: string; start: number }[] = []
  for (let from = 0; from < text.length;) {
    const piece = text.slice(from, from + segmentedAtOnce)
    const found = [...segmenter.segment(piece)]
    // What the piece ends with may go on behind it.
    if (from + piece.length < text.length && found.length > 1) found.pop()
    for (const { segment, index, isWordLike } of found) {
      if (isWordLike) words.push({ word: segment, start: from + index })
    }
    from += found.reduce((sum, { segment }) => sum + segment.length, 0)
  }
  return words
}

/** What is done, as one character: behind a name of others it is no part of it (梭罗写了). */
const doing = /(?<=..)([写说做画唱讲著译建造赢输买卖住教])[了过着]?$/u

/** The words of what is written without spaces. Characters that the dictionary leaves alone together are one: 王芳. */
export function unspacedWords(text: string): string[] {
  return (text.match(unspacedRun) ?? []).flatMap((run) => {
    const words: string[] = []
    let alone = ''
    for (const { word } of wordSpans(run)) {
      if (Array.from(word).length === 1) {
        alone += word
        continue
      }
      if (alone) words.push(...withoutDoing(alone))
      alone = ''
      words.push(word)
    }
    return alone ? [...words, ...withoutDoing(alone)] : words
  })
}

function withoutDoing(glued: string): string[] {
  const [found, verb] = doing.exec(glued) ?? []
  return found === undefined || verb === undefined ? [glued] : [glued.slice(0, -found.length), verb]
}

/** The text with those stretches blanked out: what is left is written with spaces. */
export function withoutUnspaced(text: string): string {
  return text.replace(unspacedRun, ' ')
}
