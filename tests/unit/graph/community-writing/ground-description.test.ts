import { describe, expect, test } from 'vitest'
import { communityBrief } from '@engine/graph/community-writing/community-brief'
import { groundDescription } from '@engine/graph/community-writing/ground-description'
import { cardOf, chunkOf, pumpNames, pumps, reply, 名称, 水泵 } from './written-community'

const about = (chunks: typeof pumps, names: readonly string[]) => communityBrief(cardOf(chunks, names), chunks)
const english = about(pumps, pumpNames)
const chinese = about(水泵, 名称)
const summaryOf = (summary: string, brief = english) => groundDescription(reply('', summary), brief).summary
const titleOf = (title: string, brief = english) => {
  return groundDescription(reply(title, brief.passages[0]?.text ?? ''), brief).title
}

describe('a summary a model wrote', () => {
  test('stays where the passages bear it out, also what two of them say together', () => {
    const said = 'The Mirador pumping station uses Kessel radar gauges. Lake Arden supplies the station with water.'
    expect(summaryOf(said)).toBe(said)
  })

  // Would catch a made-up sentence that is shown as what the documents say.
  test('loses the sentences that are made up, with another figure, another name or the opposite', () => {
    const kept = 'Lake Arden supplies the Mirador pumping station with water.'
    for (const made of [
      'It was designed by the architect Helena Voss and won several international prizes.',
      'The dam was built in 1954.',
      'The Mirador pumping station uses Siemens radar gauges.',
      'Lake Arden does not supply the Mirador pumping station with water.',
    ]) {
      expect(summaryOf(`${made} ${kept}`)).toBe(kept)
      expect(summaryOf(made)).toBeNull()
    }
  })

  test('is read in Chinese, and joined without spaces', () => {
    const said = '湖滨泵站使用雷达液位计测量水位。青龙湖向湖滨泵站供水。'
    expect(summaryOf(said, chinese)).toBe(said)
    expect(summaryOf(`${said}该泵站获得了国家科技进步一等奖。`, chinese)).toBe(said)
    expect(summaryOf('大坝建于1954年。', chinese)).toBeNull()
  })

  // Would catch an English sentence that is believed for the names and figures it shares with Chinese passages.
  test('is not believed in another language than its passages', () => {
    const mixed = about([chunkOf('泵', '湖滨泵站使用 Kessel 雷达液位计。大坝建于1932年。')], [])
    expect(summaryOf('The Kessel company was founded in 1932 by two brothers.', mixed)).toBeNull()
  })

  test('has at most three sentences, and no markup, invisible signs or addresses', () => {
    expect(summaryOf('## Pumps\n\n- **Lake Arden** supplies the `Mirador` pumping station with water.')).toBe(
      'Lake Arden supplies the Mirador pumping station with water.',
    )
    expect(summaryOf('Lake Arden supplies the\u202E Mirador pumping station with water.')).toBeNull()
    expect(summaryOf('Lake Arden supplies the Mirador pumping station with water (https://arden.example).')).toBeNull()
    const four = [
      'The Mirador pumping station uses Kessel radar gauges.',
      'Lake Arden supplies the Mirador pumping station with water.',
      'The dam was built in 1932.',
      'They measure the level of the lake every hour.',
    ]
    expect(summaryOf(four.join(' '))).toBe(four.slice(0, 3).join(' '))
  })

  // Would catch "5 percent" where a passage says 12.5, and a figure that two others have become.
  test('keeps its figures whole, and only signs of markup go', () => {
    const said = [
      '12.5 percent of the members use the pumps of the station.',
      '1.5 million people use the pumps.',
      'The station runs 2*3 pumps and 2 * 4 gauges.',
      '19、20世纪的建筑由湖滨水务局管理。',
    ]
    for (const sentence of said) {
      const brief = about([chunkOf('a', sentence)], [])
      expect(summaryOf(sentence, brief)).toBe(sentence)
      expect(summaryOf(`- **${sentence}**`, brief)).toBe(sentence)
      expect(summaryOf(`1. ${sentence}`, brief)).toBe(sentence)
    }
    expect(summaryOf('1、湖滨泵站使用雷达液位计测量水位。', chinese)).toBe('湖滨泵站使用雷达液位计测量水位。')
    const other = about([chunkOf('a', '5 percent of the members use the pumps of the station.')], [])
    expect(summaryOf('12.5 percent of the members use the pumps of the station.', other)).toBeNull()
  })

  test('of nothing, of few words, or without JSON is none', () => {
    for (const nothing of ['', ' ', 'Yes.', 'Pumps.']) expect(summaryOf(nothing)).toBeNull()
    for (const text of ['', 'no JSON', '{"title": 3}', '{"title": "Mirador', '[]', '{"title": null, "summary": {}}']) {
      expect(groundDescription(text, english)).toEqual({ title: null, summary: null })
    }
  })

  // Would catch half a sentence that the form's end has left, and that says something else than the whole.
  test('loses the sentence in whose middle the form ended it', () => {
    const first = 'Lake Arden supplies the Mirador pumping station with water.'
    const cut = `${first} ${'The dam was built in 1932 '.repeat(40)}`.slice(0, 700)
    expect(summaryOf(cut)).toBe(first)
    const 首句 = '湖滨泵站使用雷达液位计测量水位。'
    expect(summaryOf(`${首句}${'大坝建于1932年，'.repeat(40)}`.slice(0, 200), chinese)).toBe(首句)
  })
})

describe('a title a model wrote', () => {
  test('stays where all its words stand in the passages, in whatever order', () => {
    expect(titleOf('Radar gauges at the Mirador pumping station')).toBe('Radar gauges at the Mirador pumping station')
    expect(titleOf('**“Pumping stations and lakes.”**')).toBe('Pumping stations and lakes')
    expect(titleOf('湖滨泵站的雷达液位测量', chinese)).toBe('湖滨泵站的雷达液位测量')
  })

  test('is none with a word or a figure that stands nowhere, on two lines, too long, or with signs nobody sees', () => {
    for (const title of [
      'Siemens gauges at Mirador',
      'The dam of 1954',
      'Mirador\npumping station',
      `Mirador ${'pumping '.repeat(20)}`,
      'Mirador\u202E pumping',
      'www.mirador.example',
      '   ',
      'of the and',
    ]) {
      expect(titleOf(title)).toBeNull()
    }
    expect(titleOf('核电站的安全', chinese)).toBeNull()
  })

  test('keeps the stop of an abbreviation', () => {
    const brief = about([chunkOf('a', 'Pumps in the U.S. are built by Kessel.')], [])
    expect(titleOf('Pumps in the U.S.', brief)).toBe('Pumps in the U.S.')
    expect(titleOf('Pumps built by Kessel.', brief)).toBe('Pumps built by Kessel')
  })

  // Would catch a model's title over the documents' own words, as if it were theirs.
  test('is none without a summary', () => {
    const made = 'It is the finest of the whole world.'
    expect(groundDescription(reply('Mirador pumping station', made), english)).toEqual({ title: null, summary: null })
  })

  // Would catch a name of a document that may be deleted without this description, which is not made from it.
  test('may not have a name that stands in none of the passages, be it of the community', () => {
    const brief = about(pumps, [...pumpNames, 'Globex'])
    expect(brief.names).toEqual(pumpNames)
    expect(titleOf('Globex and Mirador', brief)).toBeNull()
  })
})
