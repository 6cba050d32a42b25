import { z } from 'zod'
import { CairnError, toCairnError } from '@shared/errors'
import type { NetworkGate } from '@engine/platform/network-gate'
import type { Language } from '@engine/text/language'
import type { Bilingual, Tool, ToolContext } from '../tool'
import { ToolFailure } from '../tool-failure'
import { readWeather, type WeatherArgs } from './read-weather'

const Args: z.ZodType<WeatherArgs> = z.object({
  place: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .describe('The name of a place on the map, alone and as the question writes it'),
  day: z.number().int().min(0).max(6).default(0).describe('Days from today: 0 is today, 1 tomorrow'),
})

/** Open-Meteo needs no key and is asked for nothing but a name and a place. */
const hosts = ['geocoding-api.open-meteo.com', 'api.open-meteo.com']

const Places = z.object({
  results: z
    .array(
      z.object({
        name: z.string(),
        country: z.string().default(''),
        latitude: z.number(),
        longitude: z.number(),
      }),
    )
    .default([]),
})
const Forecast = z.object({
  current: z.object({ temperature_2m: z.number() }),
  daily: z.object({
    time: z.array(z.string()),
    temperature_2m_max: z.array(z.number()),
    temperature_2m_min: z.array(z.number()),
    precipitation_sum: z.array(z.number()),
  }),
})

const off: Bilingual = {
  en: 'The weather tool is switched off, since it needs the network.',
  zh: '天气工具需要联网，目前已关闭。',
}
const switchOn: Bilingual = { en: 'Switch it on in the settings, under Tools.', zh: '可在设置的“工具”中打开。' }
const offline: Bilingual = { en: 'The weather is unavailable offline.', zh: '离线时无法获取天气。' }

interface WeatherNeeds {
  readonly gate: Pick<NetworkGate, 'fetch'>
  readonly isAllowed: () => boolean
}

type FetchJson = <T>(url: URL, parse: z.ZodType<T>, signal: AbortSignal) => Promise<T>

/** The weather of a place from Open-Meteo, for people who have allowed it. Throws TOOL_UNAVAILABLE where it is off or offline. */
export function createWeather({ gate, isAllowed }: WeatherNeeds): Tool<WeatherArgs> {
  const fetchJson = jsonThrough(gate)
  return {
    name: 'weather',
    version: '1',
    title: { en: 'Weather', zh: '天气' },
    description: {
      en: 'Tells the weather of a place today and in the next six days: temperature, rain and snow. It comes from the network.',
      zh: '查询某地今天和未来六天的天气：气温、雨雪。数据来自网络。',
    },
    args: Args,
    examples: [
      { question: 'What is the weather in Vienna?', args: { place: 'Vienna', day: 0 } },
      { question: 'Weather forecast for Oslo tomorrow', args: { place: 'Oslo', day: 1 } },
      { question: '上海天气怎么样？', args: { place: '上海', day: 0 } },
      { question: '明天北京的天气如何？', args: { place: '北京', day: 1 } },
    ],
    needsNetwork: true,
    limitMs: 15_000,
    read: readWeather,
    async run(args, { language, signal }: ToolContext) {
      if (!isAllowed()) throw new ToolFailure('TOOL_UNAVAILABLE', off, switchOn)
      const said = await forecastOf(args, language, fetchJson, signal)
      return {
        text: sentence[language](said),
        data: { ...said, unit: '°C' },
        sources: [],
        notes: [language === 'zh' ? '数据来自 Open-Meteo。' : 'From Open-Meteo.'],
      }
    },
  }
}

function jsonThrough(gate: WeatherNeeds['gate']): FetchJson {
  return async (url, parse, signal) => {
    try {
      const response = await gate.fetch(url, { purpose: 'weather', allow: hosts, signal })
      if (!response.ok) throw new CairnError('UNREACHABLE', `${url.host} answered with ${response.status}.`)
      const known = parse.safeParse(jsonOf((await response.text()).slice(0, maxAnswer)))
      if (known.success) return known.data
    } catch (thrown) {
      const { code } = toCairnError(thrown)
      if (code === 'UNREACHABLE' || code === 'NETWORK_DENIED') throw new ToolFailure('TOOL_UNAVAILABLE', offline)
      throw thrown
    }
    throw new ToolFailure('TOOL_FAILED', {
      en: `${url.host} gave something that is no forecast.`,
      zh: `${url.host} 返回的内容不是天气预报。`,
    })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function forecastOf(
  { place, day }: WeatherArgs,
  language: Language,
  fetchJson: FetchJson,
  signal: AbortSignal,
): Promise<Said> {
  const query = { name: place, count: '1', language, format: 'json' }
  const [found] = (await fetchJson(address(hosts[0], '/v1/search', query), Places, signal)).results
  if (!found) {
    const words = { en: `No place called ${place} is known.`, zh: `找不到名为“${place}”的地方。` }
    throw new ToolFailure('TOOL_FAILED', words)
  }
  const where = { latitude: String(found.latitude), longitude: String(found.longitude), timezone: 'auto' }
  const daily = 'temperature_2m_max,temperature_2m_min,precipitation_sum'
  const url = address(hosts[1], '/v1/forecast', { ...where, current: 'temperature_2m', daily })
  const { current, daily: days } = await fetchJson(url, Forecast, signal)
  return {
    name: [found.name, found.country].filter(Boolean).join(', '),
    date: days.time[day] ?? '',
    now: day === 0 ? current.temperature_2m : null,
    high: days.temperature_2m_max[day],
    low: days.temperature_2m_min[day],
    rain: days.precipitation_sum[day],
  }
}

interface Said {
  readonly name: string
  readonly date: string
  readonly now: number | null
  readonly high: number | undefined
  readonly low: number | undefined
  readonly rain: number | undefined
}

const sentence = {
  en: ({ name, date, now, high, low, rain }: Said) =>
    `${name}, ${date}: ${now === null ? '' : `${now} °C now, `}${low ?? '?'} to ${high ?? '?'} °C, ${rain ?? '?'} mm of rain or snow.`,
  zh: ({ name, date, now, high, low, rain }: Said) =>
    `${name}，${date}：${now === null ? '' : `现在 ${now} °C，`}${low ?? '?'} 至 ${high ?? '?'} °C，降水 ${rain ?? '?'} 毫米。`,
}

/** UTF-16 units of an answer. */
const maxAnswer = 200_000

function address(host: string | undefined, path: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(path, `https://${host ?? ''}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}
