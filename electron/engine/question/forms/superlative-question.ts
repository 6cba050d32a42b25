import superlatives from '@resources/lexicon/superlatives.json'

/** Which end of an order a question asks for. */
export interface Superlative {
  readonly end: 'highest' | 'lowest'
  /** What columns are called that the word itself speaks of ("cheapest": price); none where only the question names them. */
  readonly names: readonly string[]
  /** It is about time: only days and years are set in its order. */
  readonly ofTime: boolean
  /** The word itself says what is compared, whatever else is asked of what is found: the lightest, not the largest. */
  readonly saysWhat: boolean
}

/** A question for one end of an order. */
export interface SuperlativeQuestion {
  /** What its word may mean, all of them tried: the oldest has most years, or the earliest day. None for the second or the three highest. */
  readonly readings: readonly Superlative[]
  /** The question without that word and without question words: what is asked about. */
  readonly rest: string
  /** What is asked for by "which" or "what": a name, and so not what is compared; empty for none. */
  readonly wanted: string
  /** The word as it stands in the question, in small letters. */
  readonly word: string
  /** What stands behind it. */
  readonly behind: string
  /** It asks what there is at that end (how much, when), rather than what has it. */
  readonly asksFor: 'amount' | 'time' | 'price' | null
  /** What is asked for by "what is the": its first word; empty for none. */
  readonly head: string
}

/** What the columns are called that a word speaks of. */
const columnNames: Readonly<Record<string, readonly string[]>> = superlatives.columns

const general = /highest|lowest|largest|biggest|smallest|greatest|maximum|fewest|最[高低大小多少]/u

const patterns = [
  ...superlatives.english.map((word) => ({
    ...word,
    pattern: new RegExp(`(?<!\\bat )\\b(?:the )?(?:${word.words})\\b`, 'iu'),
  })),
  ...superlatives.chinese.map((word) => ({ ...word, pattern: new RegExp(`(?:${word.words})的?`, 'u') })),
]
const longest = 300
const questionWords =
  /\b(?:which|what|who|whose|where|when|how|has|have|had|is|are|was|were|does|do|did|of all|in the table)\b|哪一?[家个些位种款项座条年月天份]?|什么|多少钱?|是谁|几(?=[年月天个])/giu

const wanted =
  /\b(?:which|what|whose)\s+((?:\p{L}+\s+){0,2}?\p{L}+)\s+(?:has|have|had|is|are|was|were|does|do|did|with|of|costs?|holds?)\b|哪一?[家个些位种款项座条]?(\p{Script=Han}{1,8}?)(?=的|最|[有在])/iu

const counting = 'two|three|four|five|six|seven|eight|nine|ten|\\d+'
const ordinal = 'second|third|fourth|fifth|sixth|next|not|\\d+(?:st|nd|rd|th)'
/** The second highest, the three highest, the top 3, 前三: more than the end is asked for, or something else. */
const notTheEnd = {
  before: new RegExp(
    `(?:\\b(?:${counting}|${ordinal})[\\s-]+(?:the\\s+)?|(?:第[二三四五六七八九十\\d]+|不是?|并非)\\s*)$`,
    'iu',
  ),
  behind: new RegExp(
    `^(?:\\s+(?:${counting})\\b(?!\\s*(?:kg|km|cm|mm|m|g|%))|\\s*(?:前?[两二三四五六七八九十\\d]+|几)[个座家位种款项条名人])`,
    'iu',
  ),
}

const price = /\bhow (?:much|expensive)\b.*\b(?:costs?|pay|paid|charges?|charged)\b|\bhow expensive\b|多少钱|多贵/iu
const amount =
  /\bhow (?:much|many|old|long|tall|high|deep|far|heavy|fast|big|large|wide)\b|多少|(?<!哪)几|多[高长大深重快远宽]/iu
const time = /\bwhen\b|\b(?:what|which) (?:year|date|day)\b|何时|什么时候|哪一?[年天日]/iu
const headOf = /\bwhat(?:['’]s| is| was| are| were)\s+(?:the\s+)?(\p{L}+)/iu

function asksForOf(question: string): SuperlativeQuestion['asksFor'] {
  if (price.test(question)) return 'price'
  if (amount.test(question)) return 'amount'
  return time.test(question) ? 'time' : null
}

/** Null for a question that asks for no end of an order, or for several. */
export function superlativeQuestionOf(question: string): SuperlativeQuestion | null {
  if (question.length > longest) return null
  const all = patterns.flatMap((word) => {
    const match = word.pattern.exec(question)
    return match ? [{ word, at: match.index, length: match[0].length }] : []
  })
  // The highest top speed: what stands right behind is the name of a column.
  const isName = ({ at }: { readonly at: number }) =>
    all.some((one) => one.at + one.length < at && question.slice(one.at + one.length, at).trim() === '')
  const found = all.filter((one) => !isName(one))
  // "The most expensive" is not "the most".
  const most = Math.max(...found.map(({ length: own }) => own))
  const longestFound = found.filter(({ length: own }) => own === most)
  const [first] = longestFound
  if (!first || found.some(({ at, length: own }) => at + own <= first.at || at >= first.at + first.length)) return null
  const [before, behind] = [question.slice(0, first.at), question.slice(first.at + first.length)]
  const isOther = notTheEnd.before.test(before) || notTheEnd.behind.test(behind)
  const meant = longestFound.filter(({ at }) => at === first.at && !isOther)
  return {
    readings: meant.map(({ word: { words, end, columns = [], time: ofTime = false } }) => {
      const names = columns.flatMap((column) => columnNames[column] ?? [])
      const saysWhat = names.length > 0 && !general.test(words)
      return { end: end === 'highest' ? 'highest' : 'lowest', names, ofTime, saysWhat }
    }),
    rest: `${before} ${behind}`.replace(questionWords, ' '),
    wanted: wanted.exec(question)?.slice(1).find(Boolean) ?? '',
    word: question
      .slice(first.at, first.at + first.length)
      .toLowerCase()
      .replace(/^the /u, ''),
    behind,
    asksFor: asksForOf(question),
    head: headOf.exec(question)?.[1]?.toLowerCase() ?? '',
  }
}
