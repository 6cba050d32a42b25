import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PassageText } from '@engine/graph/names/passage-reading'
import { nameKeyOf } from '@engine/graph/model-extraction/answers/find-names'
import { maxEntities } from '@engine/graph/model-extraction/requests/extraction-schema'
import { readAnswer } from '@engine/graph/model-extraction/answers/ground-answer'

const passage = (text: string): PassageText => ({ title: 'Notes', headingPath: [], text })
const entity = (name: unknown, type: unknown = null) => ({ name, type })
const relation = (source: unknown, kind: unknown, target: unknown, sentence: unknown = 1) => {
  return { source, relation: kind, target, sentence }
}
const reply = (entities: readonly unknown[], relations: readonly unknown[] = []) =>
  JSON.stringify({ entities, relations })

function read(answer: string, ...texts: readonly string[]) {
  const passages = texts.map(passage)
  const found = readAnswer(answer, passages)
  return {
    discarded: found?.discarded,
    names: found?.facts.map(({ names }) => names),
    mentions: found?.facts.map(({ names, mentions }, at) =>
      mentions.map(([name, start, end]) => [names[name]?.name, texts[at]?.slice(start, end)]),
    ),
    relations: found?.facts.map(({ names, relations }, at) =>
      relations.map(([source, kind, target, start, end]) => {
        return [names[source]?.name, kind, names[target]?.name, texts[at]?.slice(start, end)]
      }),
    ),
  }
}

describe('what is believed of a model’s answer', () => {
  test('keeps names with every place they stand at, and the sentence that states a relation', () => {
    const text = 'Cairn is a desktop program. Cairn uses LanceDB for its vectors. LanceDB is fast.'
    const found = read(
      reply([entity('Cairn', 'tool'), entity('LanceDB', 'storage')], [relation('Cairn', 'uses', 'LanceDB', 2)]),
      text,
    )
    expect(found.discarded).toBe(0)
    expect(found.names).toEqual([
      [
        { name: 'Cairn', type: 'tool' },
        { name: 'LanceDB', type: 'storage' },
      ],
    ])
    expect(found.mentions?.[0]?.map(([name]) => name)).toEqual(['Cairn', 'Cairn', 'LanceDB', 'LanceDB'])
    expect(found.relations).toEqual([[['Cairn', 'uses', 'LanceDB', 'Cairn uses LanceDB for its vectors.']]])
  })

  test('a planted hallucination does not get through: neither the name nor what is said of it', () => {
    const found = read(
      reply(
        [entity('Cairn', 'tool'), entity('Pinecone', 'storage')],
        [relation('Cairn', 'uses', 'Pinecone'), relation('Weaviate', 'replaces', 'Milvus')],
      ),
      'Cairn uses LanceDB.',
    )
    expect(found.names).toEqual([[{ name: 'Cairn', type: 'tool' }]])
    expect(found.relations).toEqual([[]])
    expect(found.discarded).toBe(3)
  })

  test('a part of a word is not a name that stands there', () => {
    expect(read(reply([entity('Lance'), entity('base')]), 'LanceDB is a database.').names).toEqual([[]])
  })

  test('a name is written as it stands there, whatever case, width, script and spaces the model uses', () => {
    const text = 'Ｃａｉｒｎ　2 用向量資料庫 LanceDB存储。 The WATER\nlevel rises at the café.'
    const found = read(
      reply([
        entity('cairn 2'),
        entity('向量数据库'),
        entity('向量资料库'),
        entity('LanceDB 存储'),
        entity('Water level'),
        entity('Cafe\u0301'),
      ]),
      text,
    )
    expect(found.names?.[0]?.map(({ name }) => name)).toEqual([
      'Ｃａｉｒｎ 2',
      '向量資料庫',
      'LanceDB存储',
      'WATER level',
      'café',
    ])
    expect(found.discarded).toBe(1)
  })

  test('a space between Chinese and other letters makes no difference, on either side', () => {
    const found = read(reply([entity('向量DB'), entity('Cairn 图谱')]), '向量 DB 与 Cairn图谱。')
    expect(found.names).toEqual([[{ name: '向量 DB' }, { name: 'Cairn图谱' }]])
  })

  test('an acronym is not the small word that looks like it', () => {
    const found = read(reply([entity('IT', 'organisation')]), 'It is late, and it rains. The IT is closed.')
    expect(found.mentions).toEqual([[['IT', 'IT']]])
  })

  test('a relation is moved to the sentence that holds both names, or to the passage; else it is dropped', () => {
    const texts = ['Anna met Bert. Cleo was there. Bert knows Dora.', 'Emil is alone.']
    const names = ['Anna', 'Bert', 'Cleo', 'Dora', 'Emil'].map((name) => entity(name, 'person'))
    const found = read(
      reply(names, [
        relation('Bert', 'related_to', 'Dora', 1),
        relation('Anna', 'related_to', 'Cleo', 2),
        relation('Anna', 'related_to', 'Emil', 4),
        relation('Anna', 'related_to', 'Bert', 99),
      ]),
      ...texts,
    )
    expect(found.relations).toEqual([
      [
        ['Bert', 'related_to', 'Dora', 'Bert knows Dora.'],
        ['Anna', 'related_to', 'Cleo', texts[0]],
        ['Anna', 'related_to', 'Bert', 'Anna met Bert.'],
      ],
      [],
    ])
    expect(found.discarded).toBe(1)
  })

  test('nothing is said of itself, twice, or in words that are not ours', () => {
    const found = read(
      reply(
        [],
        [
          relation('Anna', 'uses', 'ANNA'),
          relation('Anna', 'hates', 'Bert'),
          relation('Anna', 'co_occurs', 'Bert'),
          relation('Anna', 'supports', 'Bert'),
          relation('anna', 'supports', 'Bert'),
        ],
      ),
      'Anna supports Bert.',
    )
    expect(found.relations).toEqual([[['Anna', 'supports', 'Bert', 'Anna supports Bert.']]])
    expect(found.discarded).toBe(3)
  })

  test('Chinese: names and relations come from Chinese sentences', () => {
    const found = read(
      reply(
        [entity('知识图谱', 'technology'), entity('社区发现', 'concept')],
        [relation('知识图谱', 'uses', '社区发现', 1), relation('知识图谱', 'uses', '量子计算', 1)],
      ),
      '知识图谱使用社区发现来组织实体。社区发现很快。',
    )
    expect(found.relations).toEqual([[['知识图谱', 'uses', '社区发现', '知识图谱使用社区发现来组织实体。']]])
    expect(found.discarded).toBe(1)
  })

  test('pronouns, dates, numbers and endless names are no names', () => {
    const text = 'It was 2021, on 2021年3月5日, and this cost 40. ' + 'word '.repeat(40)
    const names = ['It', '2021', '2021年3月5日', 'this', '40', 'word '.repeat(40), ' ', '这']
    expect(read(reply(names.map((name) => entity(name))), text)).toMatchObject({ names: [[]], discarded: names.length })
  })

  test('one broken entry does not take the others along, and no answer is without end', () => {
    const many = Array.from({ length: maxEntities + 5 }, () => entity('Anna'))
    expect(read(reply([entity('Anna', 'wizard'), entity(7), 'x', null]), 'Anna.')).toMatchObject({
      names: [[{ name: 'Anna' }]],
      discarded: 3,
    })
    expect(read(reply(many), 'Anna.').discarded).toBe(5)
  })

  test('what is no JSON of this form is told apart from an empty answer', () => {
    const of = (text: string) => readAnswer(text, [passage('Anna.')])
    expect(['', 'I cannot do that.', '{"entities": [', '[]', '{"names": []}'].map(of)).toEqual(Array(5).fill(undefined))
    expect(of(`Sure!\n\`\`\`json\n${reply([])}\n\`\`\``)?.discarded).toBe(0)
  })

  test('an answer that was cut short counts as far as it is whole', () => {
    const whole = reply([entity('Anna'), entity('Bert')], [relation('Anna', 'uses', 'Bert')])
    const texts = ['Anna uses Bert.']
    const cutAt = (word: string) => read(whole.slice(0, whole.lastIndexOf(word) + 1), ...texts)
    expect(cutAt('"sentence"')).toMatchObject({ names: [[{ name: 'Anna' }, { name: 'Bert' }]], relations: [[]] })
    expect(cutAt('"relations"').names).toEqual([[{ name: 'Anna' }, { name: 'Bert' }]])
    expect(cutAt('"Bert","type"').names).toEqual([[{ name: 'Anna' }]])
    expect(readAnswer(whole.slice(0, 20), texts.map(passage))).toBeUndefined()
  })

  test('a passage of very many short sentences with names takes no time that grows with their square', () => {
    const text = 'Anna uses Bert. '.repeat(20_000)
    const found = read(reply([], [relation('Anna', 'uses', 'Bert', 19_999), relation('Bert', 'uses', 'Nobody')]), text)
    expect(found.mentions?.[0]).toHaveLength(40_000)
    expect(found.relations?.[0]).toHaveLength(1)
  })

  test('whatever a model says, every name is text of the passage at its place', () => {
    const words = [
      'Anna',
      'Bert',
      '知识图谱',
      '图谱',
      'the',
      ' ',
      'IT',
      'ＩＴ',
      '. ',
      '。',
      'e\u0301',
      '\n\n',
      '<',
      '2',
    ]
    const text = fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((parts) => parts.join(''))
    const answers = fc.record({
      entities: fc.array(fc.record({ name: text, type: fc.constantFrom('tool', null, 'x') }), { maxLength: 6 }),
      relations: fc.array(
        fc.record({
          source: text,
          relation: fc.constantFrom('uses', 'links_to'),
          target: text,
          sentence: fc.integer(),
        }),
        { maxLength: 6 },
      ),
    })
    fc.assert(
      fc.property(answers, fc.array(text, { minLength: 1, maxLength: 3 }), (answer, texts) => {
        const found = readAnswer(JSON.stringify(answer), texts.map(passage))
        const said = new Set(
          [
            ...answer.entities.map(({ name }) => name),
            ...answer.relations.flatMap((one) => [one.source, one.target]),
          ].map((name) => nameKeyOf(name.trim())),
        )
        expect(found?.facts).toHaveLength(texts.length)
        for (const [at, { names, mentions, relations }] of (found?.facts ?? []).entries()) {
          for (const [name, start, end] of mentions) {
            expect(texts[at]?.slice(start, end).replace(/\s+/gu, ' ')).toBe(names[name]?.name)
            expect(said).toContain(nameKeyOf(names[name]?.name ?? ''))
          }
          for (const [source, , target, start, end] of relations) {
            expect(source).not.toBe(target)
            const inside = mentions.filter((mention) => mention[1] >= start && mention[2] <= end).map(([name]) => name)
            expect(inside).toEqual(expect.arrayContaining([source, target]))
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})
