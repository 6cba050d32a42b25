import lexicon from '@resources/graph/lexicon/chinese-names.json'
import { wordSpans } from '@engine/text/words'

const quotation =
  /"([^"\n]{2,80})"|“([^”\n]{2,80})”|„([^“”\n]{2,80})[“”]|``([^'`\n]{2,80})''|「([^」\n]{2,40})」|『([^』\n]{2,40})』/gu
/** Each of what follows begins with one of these. */
const quoted = /["“„`「『《〈]/u
const bookTitle = /[《〈]([^《》〈〉\n]{1,60})[》〉]/gu
const han = /\p{Script=Han}/u
/** A quoted title is short and has no verb phrase's punctuation; what ends a sentence is speech. */
const speech = /[.!?。！？；;]./u
const longestQuotedWords = 10

/** Titles in quotation marks or 《》. What is said rather than named is left out: long, or a sentence, or all in small letters. */
export function quotedNames(text: string): string[] {
  if (!quoted.test(text)) return []
  const books = [...text.matchAll(bookTitle)].flatMap((match) => match[1]?.trim() || [])
  const quotes = [...text.matchAll(quotation)].flatMap((match) => match.slice(1).find(Boolean)?.trim() || [])
  return [...books, ...quotes.map((quote) => quote.replace(/[,.，。]$/u, '')).filter(isTitle)]
}

function isTitle(quote: string): boolean {
  if (speech.test(quote)) return false
  if (han.test(quote)) return Array.from(quote).length <= 20
  return /^[\p{Lu}\p{N}]/u.test(quote) && quote.split(/\s+/u).length <= longestQuotedWords
}

/** Endings that make a Chinese word with something before it the name of a place, an organisation or a building. */
const ending = new RegExp(`(?:${lexicon.nameEndings.toSorted((a, b) => b.length - a.length).join('|')})$`, 'u')
/** Characters that foreign names are written with; they tell where such a name begins and ends in running text. */
const foreignRun = `[${lexicon.transliteration}]{1,8}`
const middleDot = /[·•‧・]/u
const transliterated = new RegExp(`${foreignRun}(?:${middleDot.source}${foreignRun})+`, 'gu')
const surnames = new Set(Array.from(lexicon.commonSurnames))
/** Words that stand alone by one character and are no part of a name. */
const grammar = new Set(Array.from(lexicon.functionCharacters))
/** Words before an ending that make it no name: 这座山, 我国, 该市, 全市. */
const noModifier =
  /^(?:这|那|该|本|我|你|他|她|它|各|每|全|某|此|其|外|两|多|几|一|二|三|四|五|六|七|八|九|十|大|小|新|老|旧|同|另|哪|.?[座条家所名位项届场支间次])$/u

/** Names in Chinese running text: foreign names joined by ·, names of places and organisations, and personal names. */
export function chineseNames(text: string): string[] {
  const names: string[] = middleDot.test(text) ? (text.match(transliterated) ?? []) : []
  for (const line of text.split('\n')) {
    if (!han.test(line)) continue
    for (const run of line.match(/\p{Script=Han}+/gu) ?? []) names.push(...namesOfRun(run))
  }
  return names
}

/** What was found last: names and facts of a document ask for the same runs, and cutting one costs far more than looking it up. */
const known = new Map<string, readonly string[]>()
const maxKnown = 4000

function namesOfRun(run: string): readonly string[] {
  const found = known.get(run)
  if (found) return found
  const names: string[] = []
  readRun(run, names)
  if (known.size >= maxKnown) known.clear()
  known.set(run, names)
  return names
}

function readRun(run: string, names: string[]): void {
  const words = wordSpans(run).map(({ word }) => word)
  let alone = ''
  for (const [at, word] of words.entries()) {
    const before = words[at - 1] ?? ''
    const isEnding = ending.exec(word)?.[0] === word
    const endsName = isEnding && (alone !== '' || (Array.from(before).length >= 2 && !ending.test(before)))
    if (endsName) {
      // 海淀区 is cut as 海 + 淀 + 区, 航天局 as 航天 + 局.
      if (!noModifier.test(alone)) names.push((alone || before) + word)
      alone = ''
    } else if (Array.from(word).length === 1 && !grammar.has(word)) alone += word
    else {
      // 王小明 is cut as 王 + 小明.
      const isGivenName = surnames.has(alone) && Array.from(word).length === 2 && !ending.test(word)
      if (isGivenName) names.push(alone + word)
      else addPerson(alone, names)
      alone = ''
      if (isKnownPerson(word)) names.push(word)
      if (!isEnding && ending.test(word) && !noModifier.test(word.slice(0, 1))) names.push(word)
    }
  }
  addPerson(alone, names)
}

/** 曹雪芹 is a word of the dictionary, but neither 曹雪 nor 雪芹 is; of 程序员, 程序 is one. */
function isKnownPerson(word: string): boolean {
  if (word.length !== 3 || !surnames.has(word.charAt(0)) || ending.test(word)) return false
  return wordSpans(word.slice(0, 2)).length === 2 && wordSpans(word.slice(1)).length === 2
}

/** Two or three characters that the dictionary left alone, the first a surname. */
function addPerson(alone: string, names: string[]): void {
  const characters = Array.from(alone)
  if ((characters.length === 2 || characters.length === 3) && surnames.has(characters[0] ?? '')) names.push(alone)
}
