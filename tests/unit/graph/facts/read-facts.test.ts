import { RelationKind } from '@shared/graph'
import fc from 'fast-check'
import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FactPatterns, factPatterns, loadFactPatterns } from '@engine/graph/facts/patterns/fact-patterns'
import type { PassageText } from '@engine/graph/names/passage-reading'
import { loadPatternFiles, type PatternFile } from '@engine/graph/facts/patterns/pattern-file'
import { readFacts } from '@engine/graph/facts/read-facts'
import { rounds } from '../../../rounds'
import { statingSentences, traps } from './labelled-sentences'

const folder = 'resources/graph/patterns'
/** The length of hostile lines, in millions of characters. */
const megabytes = rounds(0.12, 1)
let files: PatternFile[]
let patterns: FactPatterns

beforeAll(async () => {
  files = await loadPatternFiles(folder)
  patterns = factPatterns(files)
})

const sentences = [...statingSentences.map(([text]) => text), ...traps]
const structural = new Set(['precedes', 'links_to'].map((kind) => RelationKind.parse(kind)))

function passagesOf(texts: readonly string[], title = 'Notes', headingPath: string[] = []): PassageText[] {
  return texts.map((text) => ({ title, headingPath, text }))
}

function stated(passages: readonly PassageText[], with_: FactPatterns = patterns): string[] {
  const { names, relations } = readFacts(passages, with_)
  return relations.map(([from, kind, to]) => `${names[from]?.name} ${RelationKind.options[kind]} ${names[to]?.name}`)
}

const single = (text: string) => text.replace(/\s+/gu, ' ')

/** Texts of real sentences with anything between them. */
const document = fc.array(
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...sentences) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
      ),
      {
        maxLength: 6,
      },
    )
    .chain((parts) => fc.constantFrom(' ', '\n', '\n\n', '。', '** ').map((joint) => parts.join(joint))),
  { maxLength: 4 },
)

describe('readFacts', () => {
  it('catches places that are not where the name stands', () => {
    fc.assert(
      fc.property(document, (texts) => {
        const { names, mentions } = readFacts(passagesOf(texts), patterns)
        for (const [name, passage, start, end] of mentions) {
          expect(start).toBeLessThan(end)
          expect(single(texts[passage]?.slice(start, end) ?? '')).toBe(names[name]?.name)
        }
      }),
      { numRuns: rounds(30, 300) },
    )
  })

  it('catches a relation shown with a sentence that does not name both, and places of names that are not there', () => {
    fc.assert(
      fc.property(document, (texts) => {
        const { names, relations, definitions } = readFacts(passagesOf(texts), patterns)
        for (const [from, kind, to, passage, start, end] of relations) {
          const sentence = single(texts[passage]?.slice(start, end) ?? '')
          const kindName = RelationKind.options[kind]
          expect(kindName).toBeDefined()
          expect(sentence).toContain(names[to]?.name)
          if (kindName && !structural.has(kindName)) expect(sentence).toContain(names[from]?.name)
        }
        for (const [short, long] of definitions) expect(names[short]?.name).not.toBe(names[long]?.name)
      }),
      { numRuns: rounds(30, 300) },
    )
  })

  it('catches facts that depend on chance: the same passages give equal, JSON-plain facts', () => {
    const passages = passagesOf([sentences.join(' '), sentences.toReversed().join('\n')])
    const facts = readFacts(passages, patterns)
    expect(readFacts(passages, patterns)).toEqual(facts)
    expect(JSON.parse(JSON.stringify(facts))).toEqual(facts)
  })

  it('catches patterns whose order in the folder matters', () => {
    const passages = passagesOf([sentences.join(' ')])
    const expected = readFacts(passages, patterns)
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: files.length }), (order) => {
        expect(readFacts(passages, factPatterns(order))).toEqual(expected)
      }),
      { numRuns: rounds(3, 20) },
    )
  })

  it('catches a new file of patterns that is not read, and a malformed one that is', async () => {
    const own = await mkdtemp(join(tmpdir(), 'patterns-'))
    try {
      for (const file of await readdir(folder)) await copyFile(join(folder, file), join(own, file))
      const passages = passagesOf(['Cairn orchestrates LanceDB.'])
      expect(stated(passages, await loadFactPatterns(own))).toEqual([])
      await writeFile(
        join(own, 'mine.json'),
        JSON.stringify({ version: 1, language: 'en', relations: [{ kind: 'uses', phrases: ['orchestrates'] }] }),
      )
      expect(stated(passages, await loadFactPatterns(own))).toEqual(['Cairn uses LanceDB'])
      await writeFile(
        join(own, 'mine.json'),
        JSON.stringify({ version: 1, language: 'en', relations: [{ kind: 'eats', phrases: ['eats'] }] }),
      )
      await expect(loadFactPatterns(own)).rejects.toThrow()
    } finally {
      await rm(own, { recursive: true })
    }
  })

  it('catches numbered things out of order, of two series, or with a gap', () => {
    const text =
      'Stage 10 ends it. Stage 2 follows Layer 1. We start with Stage 1 and then Layer 2 comes. Stage 4 is short.'
    const order = stated(passagesOf([text])).filter((one) => one.includes('precedes'))
    expect(order.toSorted()).toEqual(['Layer 1 precedes Layer 2', 'Stage 1 precedes Stage 2'])
    expect(stated(passagesOf(['第一阶段是准备。第二阶段是实施。']))).toEqual(['第一阶段 precedes 第二阶段'])
  })

  it('catches links that are lost, and link texts that name nothing', () => {
    const text = 'Read the [Station Handbook](handbook.md) or [[Kestrel Col]] first, or click [here](x.md).'
    expect(stated(passagesOf([text], 'Cairn manual'))).toEqual([
      'Cairn manual links_to Station Handbook',
      'Cairn manual links_to Kestrel Col',
    ])
  })

  it('reads links, shown notes and tags of a vault, and no comment of a program', () => {
    const text = 'The hut is part of [[Kestrel Col#Huts]], shown in ![[Station Map]]. Filed under #Glaciology here.'
    expect(stated(passagesOf([text], 'Hut'))).toEqual([
      'Hut links_to Kestrel Col',
      'Hut links_to Station Map',
      'Hut links_to Glaciology',
    ])
    expect(stated(passagesOf(['#Glaciology #Kestrel\n\nIt is cold.'], 'Hut'))).toHaveLength(2)
    const program = '#include <Widget.h>\n#Comment about Something\n#endif\nint x; #define Name 1'
    expect(stated(passagesOf([program], 'main.c'))).toEqual([])
  })

  it('takes the aliases of a note for names of what its title names', () => {
    const text = 'aliases:\n  - KCS\n  - Col Station\nauthor: Ann Lee\n\nThe Kestrel Col Station opened in 1907.'
    const { names, definitions } = readFacts(passagesOf([text], 'Kestrel Col Station'), patterns)
    expect(definitions.map(([short, long]) => `${names[short]?.name} = ${names[long]?.name}`)).toEqual([
      'KCS = Kestrel Col Station',
      'Col Station = Kestrel Col Station',
    ])
  })

  it('catches headings that hold others though nobody speaks of them', () => {
    const text =
      '### Vector index\n\nThe vector index is fast. LanceDB keeps the storage engine and the vector index.\n\nThe storage engine is new.'
    const passages = [{ title: 'Manual', headingPath: ['Manual', 'Storage engine', 'Vector index'], text }]
    expect(stated(passages)).toContain(
      'storage engine includes vector index'.replace('storage', 'Storage').replace('vector', 'Vector'),
    )
    const other = [
      {
        title: 'Manual',
        headingPath: ['Manual', 'Storage engine', 'Deep dive'],
        text: '### Deep dive\n\nNothing to see.',
      },
    ]
    expect(stated(other)).toEqual([])
  })

  it('catches short forms that are not explained, in both languages', () => {
    const text =
      'We use a Large Language Model (LLM) here.\n\n本文介绍检索增强生成（RAG）。\n\nKCS（鹰坳气象站）在山上。'
    const { names, definitions } = readFacts(passagesOf([text]), patterns)
    expect(definitions.map(([short, long]) => `${names[short]?.name} = ${names[long]?.name}`).toSorted()).toEqual([
      'KCS = 鹰坳气象站',
      'LLM = Large Language Model',
      'RAG = 检索增强生成',
    ])
  })

  it('catches rows of tables that are read as sentences', () => {
    expect(
      stated(passagesOf(['| Cairn | uses | LanceDB |\n|---|---|---|\n| Milvus | uses LanceDB | Chrome uses Edge |'])),
    ).toEqual([])
  })

  it('catches marks of Markdown that split a name or a statement', () => {
    const { names } = readFacts(passagesOf(['**水位**是指水面的高度。水位每天观测。']), patterns)
    expect(names).toEqual([{ name: '水位', type: 'concept' }])
    expect(stated(passagesOf(['**Cairn** uses `LanceDB` today.']))).toEqual(['Cairn uses LanceDB'])
  })

  it('catches documents that get more names or mentions than people can look at', () => {
    const words = (at: number) => `Xa${at.toString(26).replace(/\d/gu, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))}`
    const text = Array.from({ length: 4_000 }, (_, at) => `we met ${words(at)} there.`).join(' ')
    const pieces = Array.from({ length: Math.ceil(text.length / 2000) }, (_, at) =>
      text.slice(at * 2000, (at + 1) * 2000),
    )
    const { names, mentions } = readFacts(passagesOf(pieces), patterns)
    const hundreds = text.length / 100_000
    expect(names.length).toBeGreaterThan(100)
    expect(names.length).toBeLessThanOrEqual(400 * hundreds + 40)
    expect(mentions.length).toBeLessThanOrEqual(4000 * hundreds + 400)
  })

  it('survives nothing, emptiness, emoji, other directions and lone surrogates', () => {
    const empty = { names: [], mentions: [], relations: [], definitions: [], worth: [] }
    expect(readFacts([], patterns)).toEqual(empty)
    expect(readFacts(passagesOf(['', ' \n\n ', '🙂🙂 👨‍👩‍👧 🇨🇳', '\ud800 \udfff'], ''), patterns)).toEqual(empty)
    expect(readFacts(passagesOf(['שלום עולם, מה שלומך היום?', 'مرحبا بالعالم']), patterns).relations).toEqual([])
  })

  it.each([
    ['letters', 'a'],
    ['capital words', 'Aaa '],
    ['Chinese', '水位使用数据库、'],
    ['blanks', ' '],
    ['words far apart', 'word'.padEnd(60_000)],
    ['brackets', '(（[[<'],
    ['marks', '*_`~'],
    ['fences', '```x\n'],
    ['dots', 'a. '],
    ['verbs', 'uses '],
    ['list marks', '- 1. '],
    ['quotes and bars', '"|“《'],
  ])(
    'reads a line of %s in time that grows with its length',
    { timeout: 60_000 * Math.max(megabytes, 0.25) },
    (_, piece) => {
      const text = piece.repeat(Math.ceil((1_000_000 * megabytes) / piece.length))
      const { names } = readFacts(passagesOf([text]), patterns)
      expect(names.length).toBeLessThan(5000 * megabytes)
    },
  )
})
