import i18next from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en } from '@renderer/locales/en'
import { startTranslations } from '@renderer/locales/i18n'
import { zh } from '@renderer/locales/zh'
import {
  durationText,
  listText,
  numberText,
  percentText,
  roundText,
  sentencesText,
  sizeText,
} from '@renderer/ui/text/figure-text'

describe('durationText', () => {
  it.each([
    [0, '<1 ms', '<1 毫秒'],
    [7.6, '8 ms', '8 毫秒'],
    [999.6, '1.00 s', '1.00 秒'],
    [12_345, '12.3 s', '12.3 秒'],
    [59_960, '1 min 0 s', '1 分 0 秒'],
    [90_000_000, '1,500 min 0 s', '1,500 分 0 秒'],
  ])('reads %d ms as %s and as %s', (ms, english, chinese) => {
    expect(durationText(ms, 'en')).toBe(english)
    expect(durationText(ms, 'zh')).toBe(chinese)
  })

  it('gives short ones their tenths where they are asked for', () => {
    expect([0.44, 9.96, 12.4].map((ms) => durationText(ms, 'en', true))).toEqual(['0.4 ms', '10.0 ms', '12 ms'])
  })
})

it('sets apart what stands beside each other, in Chinese as well', () => {
  expect([listText(['hut', 'lake'], 'en'), listText(['湖', '山'], 'zh-CN')]).toEqual(['hut, lake', '湖、山'])
  expect(sentencesText(['It is full.', '', 'Delete some.'])).toBe('It is full. Delete some.')
  expect(sentencesText(['已满。', undefined, 'Line 2.', '请删除一些。'])).toBe('已满。Line 2. 请删除一些。')
})

it('writes numbers, shares and sizes the way of each language', () => {
  expect([numberText(12_480, 'en'), numberText(12_480, 'zh'), numberText(0.75, 'en')]).toEqual([
    '12,480',
    '12,480',
    '0.75',
  ])
  expect(percentText(0.754, 'zh')).toBe('75%')
  expect([roundText(362_000_000, 'en'), roundText(362_000_000, 'zh')]).toEqual(['360 million', '3.6亿'])
  expect([sizeText(812, 'en'), sizeText(4_210_000, 'en')]).toEqual(['812 B', '4.2 MB'])
})

type Texts = { readonly [key: string]: string | Texts }

/** Each text with the key it is asked for by, without the endings of plurals. */
const textsOf = (texts: Texts, path: string): (readonly [string, string])[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[`${path}${key}`, text] as const] : textsOf(text, `${path}${key}.`),
  )

describe.each([
  ['en', en],
  ['zh', zh],
] as const)('texts in %s', (language, resources) => {
  // Would catch "1234567 documents" wherever a text is given a number as it is.
  it('write each number that they are given the way of the language', async () => {
    await startTranslations(language)
    const texts = Object.entries(resources).flatMap(([name, each]) => textsOf(each, `${name}:`))
    const bare = texts.flatMap(([key, text]) => {
      const names = [...text.matchAll(/\{\{\s*(\w+)(, number)?\s*\}\}/gu)].map(([, name = '']) => name)
      if (names.length === 0) return []
      const written = i18next.services.interpolator.interpolate(
        text,
        Object.fromEntries(names.map((name) => [name, 1_234_567])),
        language,
        {},
      )
      return written.split('1,234,567').length - 1 === names.length ? [] : [key]
    })
    expect(texts.length).toBeGreaterThan(1000)
    expect(bare).toEqual([])
  })

  it('keep names made of digits as they are', async () => {
    await startTranslations(language)
    expect(i18next.t('settings:doors.problem.taken', { port: 61_234 })).toContain('61234')
  })
})

// Would catch a part that writes figures its own way again, as seven did.
it('no other part writes figures', () => {
  const root = join(import.meta.dirname, '../../../../../renderer')
  const own = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/u.test(path) && !path.endsWith('figure-text.ts'))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8').replaceAll(/(?:[dD]ate|Date\(\w+\))\.toLocaleString/gu, '')
      return /\bNumberFormat\b|type: 'unit'|\.toFixed\(|\.toLocaleString\(/u.test(text)
    })
  expect(own).toEqual([])
})
