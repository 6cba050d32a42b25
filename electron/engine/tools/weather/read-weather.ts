import { isKindOf } from '@engine/text/english/kind-of'
import { tagChinese } from '@engine/text/chinese/chinese-words'
import { type Day, weekdayOf } from '../datetime/calendar/civil-days'
import { placeNamed } from '../datetime/calendar/places'
import { localTimeAt } from '../datetime/calendar/time-zones'
import type { ToolQuestion, ToolReading } from '../tool'

export interface WeatherArgs {
  readonly place: string
  /** Days from today, 0 to 6. */
  readonly day: number
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const when = `today|tomorrow|tonight|right now|now|outside|later|this (?:morning|afternoon|evening)|(?:this|at the|on the|over the) weekend|(?:on |this )?(?:${weekdays.join('|')})`
const where = `(?:\\s+(?:in|at|for|to)\\s+(?<place>\\p{L}[\\p{L}'’. -]{1,40}?))?(?:\\s+(?<after>${when}))*`
const falling = 'rain(?:ing)?|snow(?:ing)?|hail(?:ing)?'
const feeling = 'cold|hot|warm|windy|sunny|cloudy|foggy|icy|humid|rainy|snowy|freezing'
const carried = 'an umbrella|my umbrella|a raincoat|a coat|a jacket|sunscreen'

/** The whole utterance asks for weather: a text about weather is the documents' business. */
const english = [
  `(?:(?:what(?:'s|’s| is| will)|how(?:'s|’s| is| will))\\s+)?(?:be\\s+)?(?:the\\s+)?weather(?:\\s+forecast)?(?:\\s+be)?(?:\\s+like)?(?<before>\\s+(?:${when}))?`,
  `(?:is|will)\\s+it\\s+(?:going\\s+to\\s+)?(?:be\\s+)?(?:${falling}|${feeling})(?<before>\\s+(?:${when}))?`,
  `(?:what(?:'s|’s| is| will)\\s+(?:be\\s+)?the\\s+temperature(?:\\s+be)?|how\\s+many\\s+degrees\\s+(?:is\\s+it|will\\s+it\\s+be|are\\s+there))(?<before>\\s+(?:${when}))?`,
  `how\\s+(?:${feeling})\\s+(?:is\\s+it|will\\s+it\\s+be)(?<before>\\s+(?:${when}))?`,
  `(?:do|will|should)\\s+(?:i|we)\\s+(?:need|take|bring|wear|pack)\\s+(?:to\\s+(?:take|bring|wear|pack)\\s+)?(?:${carried})(?<before>\\s+(?:${when}))?`,
].map((start) => new RegExp(`^${start}${where}\\s*[?.!]*$`, 'iu'))

const day = '今天|明天|后天|现在|今晚|今日|明日|明早|明晚|[这本]?个?周末|[这本]?个?(?:周|星期|礼拜)[一二三四五六日天]'
const named = `(?<before>${day})?(?:去|到|在)?(?<place>[\\p{Script=Han}A-Za-z ]{2,15}?)?(?<after>${day})?`
const chinese = [
  `${named}的?天气(?:预报|情况)?(?:怎么样|如何|好吗)?`,
  `${named}(?:会不会|会|要|是不是在|在|正在)?(?:下|有)(?:雨|雪|大雨|大雪|雷阵雨)吗?`,
  `${named}(?:天气)?(?:(?<feel>冷|热|凉|闷)不\\k<feel>|[冷热]吗|会[冷热]吗)`,
  `${named}的?(?:气温|温度)?(?:是|有|会有)?(?:多少度|几度|多少摄氏度)`,
  `${named}的?气温(?:是)?(?:多少|怎么样|如何)`,
  `${named}(?:需要|需不需要|要不要|用不用|要|用|该)(?:带|拿|打)(?:雨)?伞吗?`,
].map((said) => new RegExp(`^(?:请问)?${said}[?？。！]*$`, 'u'))

const days: Readonly<Record<string, number>> = { tomorrow: 1, 明天: 1, 明日: 1, 明早: 1, 明晚: 1, 后天: 2 }
/** Days from today; a weekday is the next one, and a weekend its Saturday, or today where it has begun. */
function daysAhead(time: string, today: Day): number {
  if (/weekend|周末/u.test(time)) return weekdayOf(today) % 7 === 0 ? 0 : 6 - weekdayOf(today)
  const english = weekdays.findIndex((name) => time.endsWith(name))
  const chinese = /(?:周|星期|礼拜)([一二三四五六日天])/u.exec(time)?.[1]
  const named = chinese === undefined ? english : Math.max(0, '日一二三四五六'.indexOf(chinese))
  return named < 0 ? (days[time] ?? 0) : (named - (weekdayOf(today) % 7) + 7) % 7
}

/** The first form of each language names the weather; the others are of rain, cold and umbrellas, of which texts speak as well. */
const surely = 0

/** The place and day that a question asks the weather of; null where it asks for something else. */
export function readWeather({ text, language, now, timeZone }: ToolQuestion): ToolReading<WeatherArgs> | null {
  const asked = text.trim().slice(0, maxRead)
  for (const [form, pattern] of (language === 'zh' ? chinese : english).entries()) {
    const said = pattern.exec(asked)?.groups
    const place = said?.['place']?.trim() ?? ''
    if (!said || (language === 'zh' && !asksOfNow(form, asked, said))) continue
    if (place !== '' && !mayBePlace(place, form, language)) return null
    const time = (said['before'] ?? said['after'] ?? '').trim().toLowerCase()
    if (place === '' && form !== surely && isFeltOnly(asked, said)) return null
    const isSure = form === surely || place === '' || time !== '' || isKnownPlace(place, language)
    return readingOf(place, { ahead: daysAhead(time, localTimeAt(now, timeZone).day), isSure, language })
  }
  return null
}

interface Read {
  readonly ahead: number
  /** Whether it is asked of a place, and not of what a book or a film may be called. */
  readonly isSure: boolean
  readonly language: ToolQuestion['language']
}

function readingOf(place: string, { ahead, isSure, language }: Read): ToolReading<WeatherArgs> {
  if (place !== '') return { is: 'arguments', args: { place, day: ahead }, confidence: isSure ? 0.95 : 0.6 }
  const ask = language === 'zh' ? '要查询哪里的天气？' : 'The weather of which place?'
  return { is: 'missing', argument: 'place', ask, choices: [], confidence: 0.9 }
}

/** Rain without a day or a question about what comes is told of, not asked for: 下雨 alone. */
function asksOfNow(form: number, asked: string, said: Readonly<Record<string, string | undefined>>): boolean {
  if (form === surely) return true
  const isOfPlaceOrDay = (said['before'] ?? said['after'] ?? said['place'] ?? '') !== ''
  return (isOfPlaceOrDay && /[吗不]|多少|几度|如何|怎么样/u.test(asked)) || /会|要/u.test(asked)
}

/** “Is it cold?” names neither place nor day, and may be said of anything. */
function isFeltOnly(asked: string, said: Readonly<Record<string, string | undefined>>): boolean {
  return said['before'] === undefined && said['after'] === undefined && felt.test(asked)
}

const felt = new RegExp(`\\b(?:${feeling}|temperature|degrees)\\b|[冷热凉闷温度]`, 'iu')
const notPlaces =
  /['’]s\b|\s(?:in|on|of|at|for|the)\s|^(?:the|a|an|my|our|this|that|his|her|chapter|act|scene|part|figure|table|section|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|fall)\b/iu
/** Times that the tool does not know are no part of a name. */
const otherTimes = /(?:[这下上本]个?(?:周|星期|礼拜|月))|周末|[今明后前昨]天|\d+[号日月]/u
/** jieba's tags of names of places and of foreign names. */
const placeTags = new Set(['ns', 'nrt'])

/** Whether what stands where a place stands can be one: a city that is known, or one with a capital, or a short name. */
function mayBePlace(place: string, form: number, language: ToolQuestion['language']): boolean {
  if (placeNamed(place)) return true
  if (form === surely) return !notPlaces.test(place) && !otherTimes.test(place)
  if (language === 'zh') return tagChinese(place).every(({ tag }) => placeTags.has(tag))
  return /^\p{Lu}/u.test(place) && !notPlaces.test(place)
}

/** Whether it is known for a place; a name that nobody knows may be a book's: “Will it snow in King Lear?” */
function isKnownPlace(place: string, language: ToolQuestion['language']): boolean {
  return placeNamed(place) !== undefined || language === 'zh' || isKindOf(place, 'location')
}

const maxRead = 120
