const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
const unspacedRun =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]+/gu

/**
 * The words of the stretches of a text that are written without spaces, by ICU's dictionary. Meant for questions: over
 * a long text `Intl.Segmenter` is slow.
 */
export function unspacedWords(text: string): string[] {
  return (text.match(unspacedRun) ?? []).flatMap((run) =>
    [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment),
  )
}

/** The text with those stretches blanked out: what is left is written with spaces. */
export function withoutUnspaced(text: string): string {
  return text.replace(unspacedRun, ' ')
}
