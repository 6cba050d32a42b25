import type { ToolQuestion, ToolReading } from '../tool'

export interface WeatherArgs {
  readonly place: string
  /** Days from today, 0 to 6. */
  readonly day: number
}

/** The whole utterance asks for weather: a text about weather is the documents' business. */
const english =
  /^(?:(?:what(?:'s|’s| is| will)|how(?:'s|’s| is| will))\s+)?(?:be\s+)?(?:the\s+)?weather(?:\s+forecast)?(?:\s+be)?(?:\s+like)?(?<before>\s+(?:today|tomorrow))?(?:\s+(?:in|at|for)\s+(?<place>\p{Lu}[\p{L}'’. -]{1,40}?))?(?<after>\s+(?:today|tomorrow|right now|now))?\s*[?.!]*$/iu
const chinese =
  /^(?:请问)?(?<before>今天|明天|后天)?(?<place>[\p{Script=Han}A-Za-z ]{2,15}?)?(?<after>今天|明天|后天|现在)?的?天气(?:预报|情况)?(?:怎么样|如何|好吗)?[?？。！]*$/u

const days: Readonly<Record<string, number>> = { tomorrow: 1, 明天: 1, 后天: 2 }

/** The place and day that a question asks the weather of; null where it asks for something else. */
export function readWeather({
  text,
  language,
}: Pick<ToolQuestion, 'text' | 'language'>): ToolReading<WeatherArgs> | null {
  const said = (language === 'zh' ? chinese : english).exec(text.trim().slice(0, maxRead))?.groups
  if (!said) return null
  const day = days[(said['before'] ?? said['after'] ?? '').trim().toLowerCase()] ?? 0
  const place = said['place']?.trim() ?? ''
  if (place !== '') return { is: 'arguments', args: { place, day }, confidence: 0.95 }
  const ask = language === 'zh' ? '要查询哪里的天气？' : 'The weather of which place?'
  return { is: 'missing', argument: 'place', ask, choices: [], confidence: 0.9 }
}

const maxRead = 120
