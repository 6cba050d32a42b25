const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu

/** The words of a short text by ICU's dictionary, with their offsets. `Intl.Segmenter` is slow over long ones. */
export function wordSpans(text: string): { word: string; start: number }[] {
  return [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment, index }) => ({ word: segment, start: index }))
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

const spacedWord = /[\p{L}\p{N}](?:[\p{L}\p{N}_.'’-]*[\p{L}\p{N}])?/gu

/** The words of what is written with spaces, as they are written: identifiers and words with hyphens whole. */
export function spacedWords(text: string): string[] {
  return text.match(spacedWord) ?? []
}

/** A word and where it stands, UTF-16 units. */
export interface PlacedWord {
  readonly word: string
  readonly start: number
  readonly end: number
}

const latinLetters = /[\p{Script=Latin}\p{N}]+(?:-[\p{Script=Latin}\p{N}]+)*/gu

/** The words of letters and digits; an apostrophe parts them ("what's"), a hyphen does not. */
export function placedWords(text: string): PlacedWord[] {
  return [...text.matchAll(latinLetters)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
}
