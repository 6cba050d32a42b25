import { describe, expect, test } from 'vitest'
import { CairnError } from '@shared/errors'
import type { NetworkGate } from '@engine/platform/network-gate'
import { createWeather } from '@engine/tools/weather/weather'
import { leastConfidence } from '@engine/tools/tool-channel'
import { readWeather } from '@engine/tools/weather/read-weather'

// A Wednesday.
const asked = { now: Date.parse('2026-03-18T09:30:00Z'), timeZone: 'UTC' }
const read = (text: string) => readWeather({ text, language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en', ...asked })
const context = { language: 'en', now: 0, timeZone: 'UTC', signal: new AbortController().signal } as const
const gateOf = (fetch: NetworkGate['fetch']) => ({ fetch })
const silent = gateOf(() => Promise.reject(new Error('It asked the network.')))

describe('a question about the weather', () => {
  test('gives place and day, as its examples say', () => {
    for (const { question, args } of createWeather({ gate: silent, isAllowed: () => true }).examples) {
      expect(read(question)).toMatchObject({ is: 'arguments', args })
    }
  })

  test.each(['What is the weather like?', '今天天气怎么样？'])('asks for the place where %j names none', (text) => {
    expect(read(text)).toMatchObject({ is: 'missing', argument: 'place' })
  })

  test.each([
    ['Will it rain in Porto on Saturday?', 3],
    ['What is the weather in Rome this weekend?', 3],
    ['Is it going to be cold in Oslo on Wednesday?', 0],
    ['上海这周末天气怎么样', 3],
    ['北京周一会下雨吗', 5],
  ])('%j is of so many days ahead: %j', (text, day) => {
    expect(read(text)).toMatchObject({ args: { day } })
    expect(JSON.stringify(read(text))).not.toMatch(/周|Saturday/u)
  })

  // Would catch a book that is taken for a place: only a model or a day can tell there.
  test.each([
    ['Will it snow in King Lear?', false],
    ['Do I need an umbrella in Mary Poppins?', false],
    ['Will it snow in Bergen?', true],
    ['Will it snow in Grindelwald tomorrow?', true],
    ['What is the temperature in Oslo?', true],
    ['成都明天多少度？', true],
  ])('%j is surely one: %j', (text, isSure) => {
    expect(read(text)).toMatchObject({ is: 'arguments' })
    expect((read(text)?.confidence ?? 0) >= leastConfidence).toBe(isSure)
  })

  test.each([
    'What is the temperature?',
    'How many degrees does the sensor measure?',
    '水温是多少度？',
    'What does the report say about the weather in the Alps?',
    'Which weather station was replaced in Vienna?',
    'How does weather affect the pump?',
    '天气对水位有什么影响？',
    '报告中关于天气的章节说了什么？',
  ])('is not %j, which the documents answer', (text) => {
    expect(read(text)).toBeNull()
  })
})

describe('the weather', () => {
  const answers: Record<string, object> = {
    'geocoding-api.open-meteo.com': {
      results: [{ name: 'Vienna', country: 'Austria', latitude: 48.2, longitude: 16.4 }],
    },
    'api.open-meteo.com': {
      current: { temperature_2m: 7.5, weather_code: 3 },
      daily: {
        time: ['2026-11-25', '2026-11-26'],
        temperature_2m_max: [9, 4],
        temperature_2m_min: [2, -1],
        precipitation_sum: [0, 3.2],
        weather_code: [3, 71],
      },
    },
  }
  const asked: string[] = []
  const gate = gateOf((url, { allow }) => {
    const { host } = new URL(url)
    if (allow?.includes(host) !== true) throw new Error(`${host} was not allowed.`)
    asked.push(String(url))
    return Promise.resolve(new Response(JSON.stringify(answers[host])))
  })

  test('comes from the network once it is allowed, and says from where', async () => {
    const weather = createWeather({ gate, isAllowed: () => true })
    const result = await weather.run({ place: 'Vienna', day: 1 }, context)
    expect(result).toMatchObject({
      text: 'Vienna, Austria, 2026-11-26: -1 to 4 °C, 3.2 mm of rain or snow.',
      notes: ['From Open-Meteo.'],
    })
    expect(asked).toHaveLength(2)
  })

  test('is not asked for while it is off', async () => {
    const run = createWeather({ gate: silent, isAllowed: () => false }).run({ place: 'Vienna', day: 0 }, context)
    await expect(run).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      words: { zh: '天气工具需要联网，目前已关闭。' },
    })
  })

  test('is unavailable offline, and invents nothing', async () => {
    const offline = gateOf(() => Promise.reject(new CairnError('UNREACHABLE', 'no')))
    const run = createWeather({ gate: offline, isAllowed: () => true }).run({ place: 'Vienna', day: 0 }, context)
    await expect(run).rejects.toMatchObject({
      code: 'TOOL_UNAVAILABLE',
      message: 'The weather is unavailable offline.',
    })
  })

  test.each(['', '{}', '{"results":[{"name":5}]}', '<html>'])('fails where the network says %j', async (body) => {
    const broken = gateOf(() => Promise.resolve(new Response(body)))
    await expect(
      createWeather({ gate: broken, isAllowed: () => true }).run({ place: 'X', day: 0 }, context),
    ).rejects.toMatchObject({ code: 'TOOL_FAILED' })
  })
})
