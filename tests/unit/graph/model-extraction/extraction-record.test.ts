import { describe, expect, test } from 'vitest'
import { RelationKind } from '@shared/graph'
import {
  behind,
  extractionVersion,
  failureLine,
  headerLine,
  isSettled,
  passageLine,
  readRecord,
  type PassageFacts,
} from '@engine/graph/model-extraction/extraction-record'
import { modelFactsOf } from '@engine/graph/model-extraction/facts-from-model'

const header = { documentId: 'd1', revision: 'r1', model: 'gguf:tiny' }
const facts: PassageFacts = {
  names: [{ name: '水泵', type: 'tool' }, { name: 'Water' }],
  mentions: [
    [0, 0, 2],
    [1, 4, 9],
  ],
  relations: [[0, 'uses', 1, 0, 10]],
}
const named = (name: string, type?: 'tool' | 'place'): PassageFacts => {
  return { names: [type ? { name, type } : { name }], mentions: [[0, 1, 2]], relations: [] }
}
const uses = RelationKind.options.indexOf('uses')

describe('the record of what a model has read', () => {
  test('gives back as facts what was written, passages counted as in the share', () => {
    const file = headerLine(header) + passageLine(3, facts, 2) + passageLine(1, facts, 0)
    expect(modelFactsOf(file)).toEqual({
      documentId: 'd1',
      revision: 'r1',
      facts: {
        names: facts.names,
        mentions: [
          [0, 1, 0, 2],
          [1, 1, 4, 9],
          [0, 3, 0, 2],
          [1, 3, 4, 9],
        ],
        relations: [
          [0, uses, 1, 1, 0, 10],
          [0, uses, 1, 3, 0, 10],
        ],
        definitions: [],
      },
    })
  })

  test('wherever a crash cuts it, whole lines count and what is appended behind is read', () => {
    const file = headerLine(header) + passageLine(0, facts, 0) + passageLine(1, facts, 0)
    const first = headerLine(header).length + passageLine(0, facts, 0).length
    for (let end = headerLine(header).length; end < file.length; end += 1) {
      const torn = file.slice(0, end)
      const record = readRecord(torn + behind(torn, passageLine(7, facts, 0)))
      // Only the line break may be missing of a line that still counts.
      const whole = [...(end >= first - 1 ? [0] : []), ...(end >= file.length - 1 ? [1] : []), 7]
      expect([...(record?.read.keys() ?? [])]).toEqual(whole)
    }
  })

  test('a later header makes void what an earlier reading said', () => {
    const again = { ...header, revision: 'r2', model: 'gguf:other' }
    const file = headerLine(header) + passageLine(0, facts, 0) + headerLine(again) + passageLine(1, named('B'), 0)
    expect(readRecord(file)).toMatchObject({ revision: 'r2', model: 'gguf:other' })
    expect(modelFactsOf(file)?.facts.mentions).toEqual([[0, 1, 1, 2]])
  })

  test('a name has the type it was given most often', () => {
    const lines = [named('B', 'place'), named('B', 'tool'), named('B'), named('B', 'tool')].map((one, place) =>
      passageLine(place, one, 0),
    )
    expect(modelFactsOf(headerLine(header) + lines.join(''))?.facts.names).toEqual([{ name: 'B', type: 'tool' }])
  })

  test('what is damaged, foreign or of another version is passed over', () => {
    const wrong = [
      '{"passage":1,"names":[],"mentions":[[5,0,1]],"relations":[]}',
      '{"passage":-1,"names":[],"mentions":[],"relations":[]}',
      '{"passage":2,"names":[],"mentions":[],"relations":[[0,"links_to",0,0,1]]}',
      'null',
      '[]',
      '\u0000',
    ]
    const file = headerLine(header) + wrong.map((line) => `${line}\n`).join('') + passageLine(9, facts, 0)
    expect([...(readRecord(file)?.read.keys() ?? [])]).toEqual([9])
    expect(['', 'x', passageLine(0, facts, 0)].map(modelFactsOf)).toEqual([undefined, undefined, undefined])
    const newer = headerLine(header).replace(`"version":${extractionVersion}`, `"version":${extractionVersion + 1}`)
    expect(readRecord(newer + passageLine(0, facts, 0))).toBeUndefined()
  })

  test('a passage is given up after the second failure, and one that was read after all is read', () => {
    const failures = [0, 1, 1, 2].map((place) => failureLine(place, 'MODEL_FAILED')).join('')
    const record = readRecord(headerLine(header) + failures + passageLine(2, facts, 0))
    expect([0, 1, 2, 3].map((place) => record && isSettled(record, place))).toEqual([false, true, true, false])
    expect([...(record?.failed.keys() ?? [])]).toEqual([0, 1])
  })
})
