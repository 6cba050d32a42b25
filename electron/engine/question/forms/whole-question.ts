import { cutChinese } from '@engine/text/chinese/chinese-words'
import { foldHan } from '@engine/text/chinese/han-fold'
import lexicon from '@resources/lexicon/whole-words.json'

/** A question over what the whole library is about, which no passage answers by itself. */
export interface OverviewQuestion {
  /** The topic asked about, as the question says it; null where the question is about everything. */
  readonly topic: string | null
}

/** A question for what one document says as a whole. */
export interface DocumentQuestion {
  /** What the document is called or about, as the question says it; empty for "the document". */
  readonly subject: string
  /** Whether it says that a document is meant: "the article on oxygen"; "summarise oxygen" may also mean a topic. */
  readonly isExplicit: boolean
}

/** What a word is to such a question; a `named` one is quoted or the name of a file, an `open` one is none of ours. */
type WordClass = keyof typeof lexicon | 'named' | 'open'

interface Word {
  readonly is: WordClass
  readonly text: string
  /** UTF-16 units. */
  readonly start: number
  readonly end: number
}

const classes = new Map(
  Object.entries(lexicon).flatMap(([is, words]) => words.map((word) => [word, is as keyof typeof lexicon] as const)),
)
const longest = 200
/** A quotation, or a file's name by its ending. */
const named =
  /["“《]([^"“”《》]{1,80})["”》]|[\p{L}\p{N}_-][\p{L}\p{N}_.-]{0,80}\.[A-Za-z][A-Za-z0-9]{1,4}(?![A-Za-z0-9])/gu
const isWord = /[\p{L}\p{N}]/u

/** Null for a question that passages answer, or one document: "the main theme of Hamlet", 总结第三章. */
export function overviewQuestionOf(question: string): OverviewQuestion | null {
  const read = readWhole(question)
  if (!read?.asksForWhole || read.isOfOne) return null
  const { has, words, subject, isOfSeveral } = read
  if (subject === '') return isOfSeveral || has('theme', 'summary') ? { topic: null } : null
  const about = words.findIndex(({ text }) => abouts.has(text))
  const isAbout = about >= 0 && about < words.findIndex(({ is }) => is === 'open')
  return isOfSeveral && isAbout && has('sum', 'summary', 'theme') ? { topic: subject } : null
}

/** Null for any other question, also one about several documents. */
export function documentQuestionOf(question: string): DocumentQuestion | null {
  const read = readWhole(question)
  if (!read || read.isOfSeveral || read.subject === null) return null
  const { has, words, subject } = read
  if (words.some(({ is, text }) => is === 'order' || text.startsWith('第'))) return null
  const isIn = words.some(({ text }) => inside.has(text)) && words.every(({ is }) => is === 'named' || is === 'fill')
  if ((isIn && has('named')) || (read.asksForWhole && read.isOfOne)) return { subject, isExplicit: true }
  return subject !== '' && has('sum', 'summary') && !has('many', 'order') ? { subject, isExplicit: false } : null
}

/** Whether a wording of a question speaks of a summary, wherever in it. */
export function speaksOfSummary(wording: string): boolean {
  const words = wordsOf(wording)
  const has = (is: WordClass) => words.some((word) => word.is === is)
  const holds = (wanted: ReadonlySet<string>) => words.some(({ text }) => wanted.has(text))
  return has('sum') || has('summary') || holds(gist) || (holds(mainly) && holds(points))
}

const abouts = new Set(['about', 'on', 'regarding', 'concerning', '关于', '有关', '涉及'])
const inside = new Set(['in', '里', '里面'])
const what = new Set(['what', 'whats', '什么', '啥', '哪些', '哪几', '哪些方面'])
const gist = new Set(['gist', '要点'])
const mainly = new Set(['main', 'key', '主要'])
const points = new Set(['points', 'takeaways', 'findings', 'conclusions', '内容', '结论', '观点'])

interface WholeQuestion {
  readonly words: readonly Word[]
  readonly has: (...classes: readonly WordClass[]) => boolean
  /** It asks what something says as a whole. */
  readonly asksForWhole: boolean
  readonly isOfSeveral: boolean
  readonly isOfOne: boolean
  /** What is left of it; null where that is no one stretch. */
  readonly subject: string | null
}

function readWhole(question: string): WholeQuestion | null {
  if (question.length > longest) return null
  const text = foldHan(question.normalize('NFKC')).replaceAll(/\s+/gu, ' ')
  // One character may stand for many.
  if (text.length > longest) return null
  const words = wordsOf(text)
  const has = (...wanted: readonly WordClass[]) => words.some(({ is }) => wanted.includes(is))
  const isLeft = ({ is }: Word) => is === 'open' || is === 'named' || is === 'order'
  const [first, last] = [words.find(isLeft), words.findLast(isLeft)]
  const stretch = first && last ? words.filter(({ start, end }) => start >= first.start && end <= last.end) : []
  const isStretch =
    !has('never') && !stretch.some(({ is }) => is === 'sum' || is === 'summary' || is === 'tell' || is === 'theme')
  const isOfSeveral =
    has('several') ||
    (has('paper') && has('many')) ||
    (first === undefined && words.some(({ text: one }) => one === 'all'))
  return {
    words,
    has,
    asksForWhole: isStretch && (has('sum', 'summary', 'theme') || asksWhatIsTold(words)),
    isOfSeveral,
    isOfOne: !isOfSeveral && (has('one', 'paper') || (first?.is === 'named' && first === last)),
    subject: isStretch ? subjectOf(text, first, last) : null,
  }
}

/** "What is it about?", 讲了什么: telling comes last but for what is asked in Chinese. */
function asksWhatIsTold(words: readonly Word[]): boolean {
  const last = words.findLastIndex(({ is }) => is !== 'fill' && is !== 'theme')
  if (words[last]?.is !== 'tell') return false
  const isHan = han.test(words[last].text)
  return (isHan ? words.slice(last) : words.slice(0, last)).some(({ text }) => what.has(text))
}

const han = /^\p{Script=Han}/u

function subjectOf(text: string, first: Word | undefined, last: Word | undefined): string {
  if (!first || !last) return ''
  return first === last && first.is === 'named' ? first.text : text.slice(first.start, last.end)
}

/** The words of a text, those in quotation marks as one. */
function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let from = 0
  for (const match of text.matchAll(named)) {
    words.push(...plainWords(text.slice(from, match.index), from))
    from = match.index + match[0].length
    words.push({ is: 'named', text: match[1] ?? match[0], start: match.index, end: from })
  }
  return [...words, ...plainWords(text.slice(from), from)]
}

function plainWords(text: string, from: number): Word[] {
  let at = from
  const cut = cutChinese(text)
  return cut.flatMap((word, place): Word[] => {
    const start = at
    at += word.length
    const plain = word.toLowerCase()
    // 我的文档: the pronoun by itself is of the asking (给我).
    const is = classes.get(cut[place + 1] === '的' ? `${plain}的` : plain) ?? classes.get(plain) ?? 'open'
    return isWord.test(word) ? [{ is, text: plain, start, end: at }] : []
  })
}
