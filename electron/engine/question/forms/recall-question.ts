import { analyse } from '@engine/text/analyse'
import { cutChinese } from '@engine/text/chinese/chinese-words'
import { contentTerms } from '@engine/text/english/stop-words'
import lexicon from '@resources/lexicon/recall-words.json'

const { deeds } = lexicon
const stems = new Set(deeds.english.flatMap(analyse))
const past = new Set(deeds.past)
const [speakers, helping, times, chats] = [lexicon.speakers, lexicon.helping, lexicon.times, lexicon.chats].map(
  (words) => new Set(words),
) as [Set<string>, Set<string>, Set<string>, Set<string>]
const besides = new Set([...lexicon.besides, ...speakers, ...times, ...chats, ...deeds.chinese])
/** Of what somebody says in Chinese the deed stands near: 我们上次讨论. */
const nearInChinese = 10
const longest = 300

/** What a question about earlier chats is about; null for any other question, and where it names nothing. */
export function recalledTopic(question: string): string | null {
  if (question.length > longest) return null
  const words = cutChinese(question.toLowerCase())
  const said = words.filter((word) => word.trim() !== '' && word !== '的')
  if (!said.some((_, at) => isTold(said.slice(at), said[at - 1] ?? '') || isOfChats(said.slice(at)))) return null
  let at = 0
  const kept = words.map((word) => {
    const written = question.slice(at, (at += word.length))
    return besides.has(word) || isDeed(word) ? ' '.repeat(word.length) : written
  })
  const topic = kept.join('').trim()
  return contentTerms(topic).length > 0 ? topic : null
}

/** "Did we decide", "we decided", 我们上次讨论. */
function isTold([speaker = '', ...behind]: readonly string[], before: string): boolean {
  if (!speakers.has(speaker)) return false
  const near = behind.join('').slice(0, nearInChinese)
  if (past.has(behind[0] ?? '') || deeds.chinese.some((deed) => near.includes(deed))) return true
  return helping.has(before) && behind.some(isDeed)
}

/** "Our earlier chats", 之前的对话. */
function isOfChats([time = '', chat = '']: readonly string[]): boolean {
  return times.has(time) && chats.has(chat)
}

function isDeed(word: string): boolean {
  return analyse(word).some((term) => stems.has(term))
}
