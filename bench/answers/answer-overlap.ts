/** How an answer compares with the gold answers: the best over them, each 0 to 1. */
export interface Overlap {
  readonly f1: number
  readonly exact: number
}

/**
 * Token F1 and exact match as SQuAD defines them (Rajpurkar et al., 2016): lower case, without punctuation and English
 * articles. Han characters are a token each, as CMRC 2018 has it (Cui et al., 2019).
 */
export function overlapOf(answer: string, golds: readonly string[]): Overlap {
  const given = tokensOf(answer)
  const each = golds.map((gold) => tokensOf(gold))
  return {
    f1: Math.max(0, ...each.map((gold) => f1(given, gold))),
    exact: each.some((gold) => gold.join(' ') === given.join(' ')) ? 1 : 0,
  }
}

const articles = new Set(['a', 'an', 'the'])

/** The tokens of an answer after normalisation. */
export function tokensOf(answer: string): string[] {
  const words = answer
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Script=Han}/gu, ' $& ')
    .replace(/[\p{P}\p{S}]/gu, '')
  return words.split(/\s+/u).filter((word) => word !== '' && !articles.has(word))
}

function f1(given: readonly string[], gold: readonly string[]): number {
  const left = [...gold]
  let same = 0
  for (const token of given) {
    const at = left.indexOf(token)
    if (at === -1) continue
    left.splice(at, 1)
    same += 1
  }
  if (same === 0) return 0
  const precision = same / given.length
  const recall = same / gold.length
  return (2 * precision * recall) / (precision + recall)
}
