/** WordPiece of an uncased BERT for plain English, Chinese and punctuation, written anew to hold the real one against. */
export function innerTokens(pieces: readonly string[], text: string): number[] {
  const words = text.toLowerCase().match(/\p{Script=Han}|[^\s\p{P}\p{Script=Han}]+|\p{P}/gu) ?? []
  return words.flatMap((word) => {
    const ids: number[] = []
    for (let start = 0; start < word.length;) {
      let end = word.length
      const piece = () => (start > 0 ? '##' : '') + word.slice(start, end)
      while (end > start && !pieces.includes(piece())) end -= 1
      if (end === start) return [pieces.indexOf('[UNK]')]
      ids.push(pieces.indexOf(piece()))
      start = end
    }
    return ids
  })
}

/** With [CLS] and [SEP], cut to `longest`. */
export function basicTokens(pieces: readonly string[], text: string, longest: number): number[] {
  const inner = innerTokens(pieces, text).slice(0, longest - 2)
  return [pieces.indexOf('[CLS]'), ...inner, pieces.indexOf('[SEP]')]
}
