import type { LanguagePatterns, RelationSign } from '../patterns/fact-patterns'
import type { RelationKind } from '@shared/graph'
import type { Phrase } from './noun-phrases'
import { isCutBefore, isCutBehind, mayShareHead } from '../patterns/phrase-edges'
import { asideReach, beforeBrackets, behindBrackets, type Token } from './sentence-token'
import type { TypeRules } from './type-rules'

/** The things on one side of a verb phrase, and the place of the token behind them. */
export interface Side {
  readonly kind?: RelationKind
  readonly phrases: readonly Phrase[]
  readonly end: number
}

const maxPhrases = 12
const continuationReach = 8
const quoteOpeners = new Set(['“', '「', '『', '《', '〈', '‘'])
const quoteClosers = new Set(['”', '」', '』', '》', '〉', '’'])
const commas = new Set([',', '，'])
const clauseMarks = /^[,，;；:：(（—–"“「『)）”」』]$/u

/** Finds the subjects before and the objects behind a verb phrase of one sentence. */
export class SidesOfVerb {
  readonly #endingAt: ReadonlyMap<number, Phrase>
  readonly #startingAt: ReadonlyMap<number, Phrase>

  constructor(
    private readonly tokens: readonly Token[],
    phrases: readonly Phrase[],
    private readonly patterns: LanguagePatterns,
    private readonly types: TypeRules,
  ) {
    this.#endingAt = new Map(phrases.map((phrase) => [phrase.last, phrase]))
    this.#startingAt = new Map(phrases.map((phrase) => [phrase.first, phrase]))
  }

  /** The subjects that end at token `at`, or those of the verb before where this one only goes on. */
  left(at: number, { anywhere, inverse }: RelationSign, previous: Side | undefined): Side | undefined {
    let place = this.#skipBack(at)
    if (anywhere && this.#isComma(place)) place -= 1
    const isRelative = this.patterns.words.relatives.has(this.#word(place))
    const isAside = isRelative && this.#isComma(place - 1)
    if (isRelative) place = this.#skipBack(isAside ? place - 2 : place - 1)
    else if (this.#isComma(place) && !anywhere) {
      const aside = this.#beforeAside(place)
      if (aside === undefined) return this.#goesOn(place, previous)
      place = aside
    }
    const phrase = this.#endingAt.get(place) ?? (anywhere ? this.#quotedBefore(place) : undefined)
    if (!phrase) return this.#goesOn(place, previous)
    // "X is a database that supports Y": X does. "Engines that support Y" are only some engines.
    if (isRelative && !isAside && !phrase.isProper) {
      return previous?.kind === 'is_a' && previous.end === phrase.last + 1 ? previous : undefined
    }
    if (this.#isCut(phrase)) return undefined
    return this.#wholeSubject(phrase, isRelative, anywhere, anywhere && !inverse && this.patterns.language === 'en')
  }

  /** The objects from token `at` on, with the token behind them; with `close`, that must follow. */
  right(at: number, { close, clauses, kind, inverse, anywhere, unless }: RelationSign): Side | undefined {
    const phrases: Phrase[] = []
    let place = this.#skipAhead(at)
    let end = place
    if (this.patterns.words.negations.has(this.#word(place))) return undefined
    while (phrases.length < maxPhrases) {
      const phrase = anywhere ? this.#startingAt.get(place) : this.#headFrom(place)
      if (!phrase) {
        // 包括论坛、展览的大会: what stands before 的 may all belong to what follows.
        if (phrases.length > 0 && this.#startingAt.has(place)) return undefined
        break
      }
      end = behindBrackets(this.tokens, phrase.last + 1)
      if (isCutBehind(phrase, this.tokens, this.patterns)) {
        if (phrases.length < 2) return undefined
        break
      }
      if (phrases.length > 0 && this.#isOwner(place)) phrases.length = 0
      if (this.#isIncomplete(phrase, end) && kind !== 'is_a') break
      phrases.push(phrase)
      const joint = this.patterns.coordinators.longest(this.tokens, end)
      if (!joint || (kind === 'is_a' && !inverse)) break
      place = this.#skipAhead(joint.end)
    }
    if (phrases.length === 0 || unless.longest(this.tokens, end)) return undefined
    if (this.patterns.language === 'zh' && mayShareHead(phrases, this.tokens)) return undefined
    if (close) return close.longest(this.tokens, end) ? { phrases, end } : undefined
    const next = this.tokens[end]
    if (clauses && (next?.kind === 'verb' || next?.word === 'to')) return undefined
    if (next?.kind === 'verb' || next?.kind === 'auxiliary') {
      // 融合影视化表达研讨会, 奖金、彩票|发行费: the last may be a piece of something.
      if (this.patterns.language === 'zh' && !anywhere && next.steps.length > 1) {
        const isSure = phrases.length > 1 && this.#word((phrases.at(-1)?.first ?? 0) - 1) === '、'
        return isSure ? { phrases: phrases.slice(0, -1), end } : undefined
      }
      // "X uses A, and B supports C": B begins another clause.
      if (this.patterns.language === 'en' && !anywhere && phrases.length > 1)
        return { phrases: phrases.slice(0, -1), end }
    }
    return { phrases, end }
  }

  /** With `isJoined`, a later "and" joins the nearest to what follows: "A, B and other". */
  #wholeSubject(nearest: Phrase, isRelative: boolean, anywhere: boolean, isJoined: boolean): Side | undefined {
    const { words, coordinators, language } = this.patterns
    const subjects = [nearest]
    let place = this.#beforeArticle(this.#beforeQuote(nearest, anywhere))
    let isList = isJoined
    for (let count = 0; count < maxPhrases; count += 1) {
      const word = this.#word(place)
      const kind = this.tokens[place]?.kind
      if (place < 0) break
      if (word === '的' && words.weakAdjectives.has(this.#word(place - 1))) {
        place -= 2
        continue
      }
      if (word === "'s" || word === '’s' || word === '的') {
        return anywhere ? { phrases: subjects, end: place } : undefined
      }
      if (language === 'zh' && !anywhere && words.attachments.has(word)) return undefined
      if (kind === 'adposition' && language === 'en' && !words.clauseHeads.has(word)) {
        const owner = words.attachments.has(word)
          ? this.#endingAt.get(beforeBrackets(this.tokens, place - 1))
          : undefined
        // "The museum of Bern and other museums": which of the two they are like, nobody can tell.
        if (isJoined && word === 'of' && subjects.length === 1) return undefined
        if (anywhere) break
        if (!owner || isRelative || isList) return undefined
        subjects[0] = owner
        place = this.#beforeArticle(owner.first - 1)
        continue
      }
      const joint = this.#jointAt(place, isList)
      const other = joint === undefined ? undefined : this.#memberAt(joint, anywhere)
      const isComma = commas.has(word) || (this.#isComma(place - 1) && nearest.isProper)
      if (other && this.#isCut(other)) {
        if (anywhere) break
        return undefined
      }
      if (other && !(isComma && this.#followsAdposition(other))) {
        subjects.push(other)
        isList = true
        place = this.#beforeArticle(this.#beforeQuote(other, anywhere))
        continue
      }
      const opensClause =
        anywhere ||
        clauseMarks.test(word) ||
        words.clauseHeads.has(word) ||
        kind === 'adverb' ||
        kind === 'conjunction' ||
        kind === 'time' ||
        coordinators.longest(this.tokens, place) !== undefined
      if (!opensClause) return undefined
      break
    }
    return { phrases: subjects.toReversed(), end: place }
  }

  #memberAt(place: number, mayBeQuoted: boolean): Phrase | undefined {
    return (
      this.#endingAt.get(beforeBrackets(this.tokens, place)) ?? (mayBeQuoted ? this.#quotedBefore(place) : undefined)
    )
  }

  /** What all between the quotation marks that end at a place names. */
  #quotedBefore(place: number): Phrase | undefined {
    const phrase = quoteClosers.has(this.#word(place)) ? this.#endingAt.get(place - 1) : undefined
    return phrase && quoteOpeners.has(this.#word(phrase.first - 1)) ? phrase : undefined
  }

  #beforeQuote({ first, last }: Phrase, mayBeQuoted: boolean): number {
    const isQuoted = quoteOpeners.has(this.#word(first - 1)) && quoteClosers.has(this.#word(last + 1))
    return mayBeQuoted && isQuoted ? first - 2 : first - 1
  }

  /** The place before a joint of a list: a comma joins only what a later "and" joins as well. */
  #jointAt(place: number, isList: boolean): number | undefined {
    const { coordinators } = this.patterns
    // “桑美”“山竹”: nothing stands between two that are quoted.
    if (quoteClosers.has(this.#word(place)) && quoteOpeners.has(this.#word(place + 1))) return place
    if (commas.has(this.#word(place)) && !isList) return undefined
    if (coordinators.longest(this.tokens, place) === undefined) return undefined
    return this.#isComma(place - 1) ? place - 2 : place - 1
  }

  /** A verb without a subject of its own: "uses A and supports B", 使用A，支持B. */
  #goesOn(place: number, previous: Side | undefined): Side | undefined {
    if (!previous || place < previous.end - 1) return undefined
    const { language, coordinators } = this.patterns
    const between = this.tokens.slice(previous.end, place + 1)
    const isJoint = between.every(
      ({ word }, at) => commas.has(word) || coordinators.longest(this.tokens, previous.end + at),
    )
    if (between.length > 0 && isJoint) return previous
    const [last] = between.slice(-1)
    const isNextClause =
      between.length <= continuationReach && between.slice(0, -1).every(({ kind }) => kind !== 'punctuation')
    return language === 'zh' && last && commas.has(last.word) && isNextClause ? previous : undefined
  }

  /** From the comma that ends an aside ("X, an engine, uses"), the place of what it is about. */
  #beforeAside(comma: number): number | undefined {
    for (let at = comma - 1; at > Math.max(0, comma - asideReach); at -= 1) {
      if (!this.#isComma(at)) continue
      const opens = this.tokens[at + 1]
      return opens?.kind === 'determiner' && this.#endingAt.has(at - 1) ? at - 1 : undefined
    }
    return undefined
  }

  #skipBack(at: number): number {
    let place = at
    for (;;) {
      const before = beforeBrackets(this.tokens, place)
      if (before !== place) place = before
      else if (this.patterns.words.adverbs.has(this.#word(place))) place -= 1
      else return place
    }
  }

  #beforeArticle(place: number): number {
    const { kind, word } = this.tokens[place] ?? {}
    const isFiller =
      kind === 'determiner' ||
      kind === 'number' ||
      (word !== undefined && this.patterns.fillers.longest(this.tokens, place)?.end === place + 1)
    return isFiller ? this.#beforeArticle(place - 1) : place
  }

  #skipAhead(at: number): number {
    let place = at
    for (;;) {
      const filler = this.patterns.fillers.longest(this.tokens, place)
      const token = this.tokens[place]
      if (filler) place = filler.end
      else if (token?.kind === 'number' || (token && this.patterns.words.adverbs.has(token.word))) place += 1
      else return place
    }
  }

  /** The phrase that begins here; behind 的 or 's, what belongs to it. */
  #headFrom(at: number): Phrase | undefined {
    let phrase = this.#startingAt.get(at)
    let place = at
    for (let count = 0; count < 3; count += 1) {
      const next = phrase ? phrase.last + 1 : this.#afterDescription(place)
      const word = this.#word(next)
      if (word !== '的' && word !== "'s" && word !== '’s') break
      place = next + 1
      phrase = this.#startingAt.get(place)
    }
    return phrase
  }

  /** 使用轻量的数据库: from the first word of a description to its 的. */
  #afterDescription(at: number): number {
    for (let place = at; place < Math.min(this.tokens.length, at + 4); place += 1) {
      const token = this.tokens[place]
      if (!token || token.kind === 'punctuation' || token.kind === 'pronoun') break
      if (token.word === '的') return place
    }
    return at
  }

  /** "the index of X" is not what "the index" is. */
  #isIncomplete(phrase: Phrase, next: number): boolean {
    return !phrase.isProper && this.patterns.language === 'en' && this.#word(next) === 'of'
  }

  #isCut(phrase: Phrase): boolean {
    return this.patterns.language === 'zh' && isCutBefore(phrase, this.tokens, this.patterns, this.types)
  }

  /** Whether the phrase at a place stands before the 的 of another. */
  #isOwner(at: number): boolean {
    const phrase = this.#startingAt.get(at)
    return this.patterns.language === 'zh' && phrase !== undefined && this.#word(phrase.last + 1) === '的'
  }

  #followsAdposition(phrase: Phrase): boolean {
    return this.tokens[this.#beforeArticle(phrase.first - 1)]?.kind === 'adposition'
  }

  #isComma(place: number): boolean {
    return commas.has(this.#word(place))
  }

  #word(place: number): string {
    return this.tokens[place]?.word ?? ''
  }
}
