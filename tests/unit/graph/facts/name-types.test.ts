import { beforeAll, describe, expect, it } from 'vitest'
import { type FactPatterns, loadFactPatterns } from '@engine/graph/facts/patterns/fact-patterns'
import { readFacts } from '@engine/graph/facts/read-facts'

let patterns: FactPatterns

beforeAll(async () => {
  patterns = await loadFactPatterns('resources/graph/patterns')
})

function typesIn(text: string, title = ''): Map<string, string | undefined> {
  const { names } = readFacts([{ title, headingPath: [], text }], patterns)
  return new Map(names.map(({ name, type }) => [name, type]))
}

describe('types of names', () => {
  it.each([
    ['We met people of Acme Robotics Ltd there.', 'Acme Robotics Ltd', 'organisation'],
    ['She studied at the University of Oslo for years.', 'University of Oslo', 'organisation'],
    ['The award went to Dr Ines Okafor.', 'Dr Ines Okafor', 'person'],
    ['Later the station was led by Marta Lindqvist.', 'Marta Lindqvist', 'person'],
    ['The trail follows the Vereth River to the sea.', 'Vereth River', 'place'],
    ['They fought in the Battle of Hastings.', 'Battle of Hastings', 'event'],
    ['All data is kept in LanceDB, an embedded database.', 'LanceDB', 'storage'],
    ['LanceDB is a vector database.', 'LanceDB', 'storage'],
    ['The answers come from GPT-4 and are cited.', 'GPT-4', 'model'],
    ['Work starts with Stage 3 of the plan.', 'Stage 3', 'stage'],
    ['Errors are handled by Layer 2 only.', 'Layer 2', 'layer'],
    ['The question took Shortcut A at once.', 'Shortcut A', 'shortcut'],
    ['P0 comes first, P1 may wait.', 'P0', 'priority'],
    ['他在清华大学读书。', '清华大学', 'organisation'],
    ['记者刘仲华在柏林报道。', '刘仲华', 'person'],
    ['本报讯，王小明教授出席。', '王小明', 'person'],
    ['他到了浙江省。', '浙江省', 'place'],
    ['《红楼梦》有一百二十回。', '红楼梦', 'document'],
    ['阶段三从五月开始。', '阶段三', 'stage'],
    ['该任务是优先级1。', '优先级1', 'priority'],
    ['系统走了快捷路径A。', '快捷路径A', 'shortcut'],
    ['LanceDB是一种向量数据库。', 'LanceDB', 'storage'],
    ['It was signed by the Secretary of State at noon.', 'Secretary of State', 'person'],
    ['All of it went to the Office for Coastal Maps later.', 'Office for Coastal Maps', 'organisation'],
    ['The books came out with Queen Anne Press in time.', 'Queen Anne Press', 'organisation'],
    ['Health Insurance Marketplaces use Form 1095-A. Keep Form 1095-A for your records.', 'Form 1095-A', 'document'],
    ['They met Thomas Hansen, Qumar Veltz and Marta Lindqvist there.', 'Qumar Veltz', 'person'],
    ['In spring Marta Lindqvist came. Later Lindqvist went home, and Lindqvist slept.', 'Lindqvist', 'person'],
  ])('catches a rule that no longer tells: %s', (text, name, type) => {
    expect(typesIn(text).get(name)).toBe(type)
  })

  it('catches a type that is made up: names without any sign have none', () => {
    expect(typesIn('We then went with Zorblax to the other side.').get('Zorblax')).toBeUndefined()
  })

  it('catches a place that nothing but the words before it tell, and a list of books that says "In" of others', () => {
    const text =
      'They wintered in Davern. The rink at Davern was shut. Nobody skated in Davern then. We like Davern.\n\n' +
      'In Advances, 3. In Advances, 4. In Advances, 5.'
    expect(typesIn(text).get('Davern')).toBe('place')
    expect(typesIn(text).get('Advances')).toBeUndefined()
  })

  it('catches a class of things taken for what one of them is called: a bank statement is no bank', () => {
    const text = 'They keep bank statements. The bank statements are old. Nobody reads bank statements twice.'
    expect(typesIn(text).get('bank statements')).toBeUndefined()
  })

  it('catches one careless sentence of many that decides what a name is', () => {
    const passages = ['Zorblax is a river.', ...Array.from({ length: 200 }, () => 'We then went with Zorblax again.')]
    const { names } = readFacts(
      passages.map((text) => ({ title: '', headingPath: [], text })),
      patterns,
    )
    expect(names).toContainEqual({ name: 'Zorblax' })
  })

  it('catches a name with two types: the sign that is more frequent decides for all places', () => {
    const { names } = readFacts(
      [
        { title: '', headingPath: [], text: 'Delta is a database. Delta, a vector database, is fast.' },
        { title: '', headingPath: [], text: 'Delta is a framework.' },
      ],
      patterns,
    )
    expect(names.filter(({ name }) => name === 'Delta')).toEqual([{ name: 'Delta', type: 'storage' }])
  })

  it('catches junk: pronouns, sentence beginnings, dates, numbers, addresses and list marks are no names', () => {
    const text =
      'However, they left on Monday, 3 May 2021. This is fine. See https://example.com/Some/Page or mail Bob@example.com.\n\n' +
      '1. Then It stopped.\n2. 42\n- January\n\nWhenever We go, You know. 今天我们在2021年5月去了那里。'
    expect([...typesIn(text).keys()]).toEqual([])
  })
})
