import { startsWithHan } from '@engine/text/letters'
import type { Token } from './tokens/answer-token'

/** Words that a bound has at most: "not at the least". */
const maxWords = 4

/** A limit, with whatever denies it: the number behind it says something false without. */
const bound =
  /^(?:(?:(?:no|not|never) )?(?:(?:more|fewer|less|greater|larger|smaller|higher|lower|older|younger|longer|shorter|later|earlier) than|at (?:least|most)|over|under|above|below|exceed(?:s|ed|ing)?|up to)|(?:不得?|不[可能应会要宜准许]|未|并未|没有?|从未)?(?:超过|超出|多于|少于|低于|高于|大于|小于|早于|晚于)|最[多少]不?(?:超过|少于)?|不到|不足|不满|未满|未到|至[少多])$/iu
/** What says only how near the number is: it may be left out. */
const nearness = /^(?:about|around|approximately|nearly|almost|roughly|大?约|将近|接近|近)$/iu
/** Behind a number: 以上, "or more". */
const boundBehind =
  /^(?:以[上下内外]|之内|开外|or (?:more|less|fewer|over|under|above|below|older|younger|later|earlier|longer))/iu

/** Where the words that limit the number at `at` begin; `at` itself where no words limit it. */
export function boundStart(tokens: readonly Token[], at: number): number {
  return startOf(bound, tokens, at)
}

/** How many words before a run's number limit it or say how near it is; 0 where no words do. */
export function hedgeLength(run: readonly Token[]): number {
  // The dictionary takes the 多 of 最多 for a number.
  const at = run
    .slice(0, maxWords + 1)
    .findIndex(({ kind, text }) => kind === 'number' && text !== '多' && text !== '少')
  if (at <= 0) return 0
  return startOf(bound, run, at) === 0 || startOf(nearness, run, at) === 0 ? at : 0
}

/** Whether a bound stands right behind the word at `at`. */
export function isBoundBehind(tokens: readonly Token[], at: number): boolean {
  return boundBehind.test(joined(tokens.slice(at + 1, at + 3)))
}

function startOf(pattern: RegExp, tokens: readonly Token[], at: number): number {
  for (let start = Math.max(0, at - maxWords); start < at; start += 1) {
    if (pattern.test(joined(tokens.slice(start, at)))) return start
  }
  return at
}

/** The tokens' text: words with spaces between them, Chinese words without. */
function joined(tokens: readonly Token[]): string {
  return tokens
    .map(({ text }, at) =>
      at > 0 && !(startsWithHan(text) || startsWithHan(tokens[at - 1]?.text ?? '')) ? ` ${text}` : text,
    )
    .join('')
}
