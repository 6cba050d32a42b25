import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CriticEvaluation } from '@shared/events'
import { type Brief, judge, type JudgedAnswer } from '@engine/critic/judge'
import { cite } from '@engine/pipeline/forms/rows/write-sentences'
import { evidence, nothingAsked, quote } from './evidence-fixture'

const pump = evidence(1, 'The main pump was replaced in March 2021. It moves 40 litres per second.')
const gauge = evidence(2, 'The water level is measured every 15 minutes by a radar gauge.')
const brief: Brief = { ...nothingAsked, text: 'written', mayReturn: true }
const term = (surface: string) => ({ surface, alternatives: [[surface]], weight: 1 })

const written = (response: string, items = [pump, gauge], fields: Partial<Brief> = {}) =>
  judge({ response, refs: [], evidence: items }, { ...brief, ...fields })
const verdicts = (response: string, items = [pump, gauge]) =>
  written(response, items).sentences.map(({ verdict, refs }) => `${verdict} ${refs.join(',')}`.trim())

describe('which sentences are judged, and by which citation', () => {
  // Would catch a sentence doubted for naming its document, whose title stands in no passage and not in the file's name.
  test('the title of a document may be said of what it holds', () => {
    const said = 'The Kestrel Col Handbook 2024 says that the main pump moves 40 litres per second [1].'
    const titled = evidence(1, pump.text, { document_title: 'Kestrel Col Handbook 2024' })
    expect(verdicts(said, [titled])).toEqual(['supported 1'])
    expect(verdicts(said, [pump])).toEqual(['unsupported 1'])
  })

  test.each([
    ['a mark before the stop', 'The main pump was replaced in March 2021 [1].', ['supported 1']],
    ['a mark after the stop', 'The main pump was replaced in March 2021. [1]', ['supported 1']],
    [
      'two sentences with their marks',
      'The pump moves 40 litres per second. [1] The water level is measured every 15 minutes [2].',
      ['supported 1', 'supported 2'],
    ],
    [
      'a mark that covers the sentence before as well',
      'The main pump was replaced in March 2021. It moves 40 litres per second [1].',
      ['supported 1', 'supported 1'],
    ],
    [
      'a sentence nobody cites',
      'The budget doubles every winter season.\n\nIt moves 40 litres per second [1].',
      ['uncited', 'supported 1'],
    ],
    ['a source that is not there', 'The main pump was replaced in March 2021 [7].', ['unsupported 7']],
    [
      'one sentence from two sources',
      'The pump moves 40 litres per second and the water level is measured every 15 minutes [1][2].',
      ['supported 1,2'],
    ],
    [
      'a list',
      '- The main pump was replaced in March 2021 [1]\n- It moves 40 litres per second [1]',
      ['supported 1', 'supported 1'],
    ],
    [
      'headings, labels, code and absences claim nothing',
      '## The pump of the north\n\nIn short:\n\n```\npump --drain everything now\n```\n\nThe documents do not say who built it. Yes.\n\nIt moves 40 litres per second [1].',
      ['supported 1'],
    ],
  ])('%s', (_name, response, expected) => expect(verdicts(response)).toEqual(expected))

  test('of quotes only what a reference stands for: a notice of what was not found claims nothing', () => {
    const sentence = 'The main pump was replaced in March 2021.'
    const response = `${sentence} [1]\n\nYour documents do not answer this part: who paid for it.`
    const answer: JudgedAnswer = { response, refs: [quote(response, sentence, pump)], evidence: [pump] }
    expect(judge(answer, { ...brief, text: 'quotes' }).sentences).toEqual([
      { start: 0, end: sentence.length, verdict: 'supported', refs: [1], issues: [] },
    ])
  })

  test('offsets point at the sentence, without its mark and its list marker', () => {
    const response = '- The main pump was replaced in March 2023 [1].'
    const [sentence] = written(response).sentences
    expect(response.slice(sentence?.start, sentence?.end)).toMatch(/^The main pump was replaced in March 2023/u)
  })
})

describe('what claims nothing', () => {
  test.each([
    // Would catch "uncited" behind what nobody would look up.
    ['an offer', 'If you want, I can also list the other pumps.'],
    ['a good wish', '祝您工作顺利！'],
    ['a question back', 'Would you like the other figures as well?'],
    ['an absence', 'The handbook passages do not say how many people work there.'],
    ['a row of names of columns', '| Pump | Replaced |\n|---|---|'],
    ['a heading in bold', '**Annual Report 2024 – the main pumps**'],
    ['thanks', '感谢您预订鹰坳站的床位。'],
    ['a salutation', 'Dear guests of the station,'],
  ])('%s', (_name, response) =>
    expect(verdicts(`It moves 40 litres per second [1].\n\n${response}`)).toEqual(['supported 1']),
  )

  // Would catch advice with a figure that hides behind a polite beginning.
  test('but a figure does', () => {
    expect(verdicts('I can tell you that it moves 90 litres per second.')).toEqual(['uncited'])
  })

  test('but a figure in bold does', () => {
    expect(verdicts('**90 litres per second**')).toEqual(['uncited'])
  })

  // Would catch "No," held against a source that says not in the same words.
  test('but what follows a yes or no does', () => {
    const rules = [evidence(1, 'Dogs are not allowed at the station.')]
    const verdictOf = (text: string) => written(text, rules).sentences.map(({ verdict }) => verdict)
    expect(verdictOf('No, dogs are not allowed at the station [1].')).toEqual(['supported'])
    expect(verdictOf('Yes, dogs are allowed at the station [1].')).toEqual(['unsupported'])
  })

  // Would catch a row that is judged without the mark of its table, and one that is read without its header.
  test('rows rest on the citation of their table', () => {
    const table =
      '| Pump | Moves |\n|---|---|\n| main pump | 40 litres per second |\n| main pump | 90 litres per second |'
    expect(verdicts(`The pumps [1]:\n\n${table}`).slice(-2)).toEqual(['supported 1', 'unsupported 1'])
  })
})

describe('a wrong citation', () => {
  test('names the source that says it', () => {
    const [sentence] = written('The water level is measured every 15 minutes by a radar gauge [1].').sentences
    expect(sentence?.verdict).toBe('unsupported')
    expect(sentence?.issues).toEqual([{ key: 'other_source', values: { other: 2, number: 1 } }])
  })
})

describe('sources that disagree', () => {
  const keys = (one: string, other: string, response: string) =>
    written(response, [evidence(1, one), evidence(2, other)]).issues.map(({ key, values }) => [
      key,
      values['one'],
      values['other'],
    ])

  test.each([
    [
      'in a date',
      'The stone hut on Kestrel Col was opened in June 1968.',
      'The stone hut on Kestrel Col was opened in June 1971.',
      'The stone hut on Kestrel Col was opened in June 1968 [1]. The stone hut on Kestrel Col was opened in June 1971 [2].',
    ],
    [
      'in a figure',
      '青岩水文站每天的供水能力为300吨。',
      '青岩水文站每天的供水能力为500吨。',
      '青岩水文站每天的供水能力为300吨[1]。青岩水文站每天的供水能力为500吨[2]。',
    ],
    [
      'in a not',
      'The northern gate is locked during the winter season.',
      'The northern gate is not locked during the winter season.',
      'The northern gate is locked during the winter season [1]. The northern gate is not locked during the winter season [2].',
    ],
  ])('%s are both named, and the answer is not sent back for it', (_name, one, other, response) => {
    expect(keys(one, other, response)).toEqual([['sources_disagree', 1, 2]])
    expect(written(response, [evidence(1, one), evidence(2, other)]).evaluation).toMatchObject({
      label: 'complete_good',
      should_return_to_chief: false,
    })
  })

  test('figures of different years are no disagreement', () => {
    const one = 'In 2022 the station pumped 300 tonnes of water a day.'
    const other = 'In 2023 the station pumped 500 tonnes of water a day.'
    expect(keys(one, other, `${one} [1] ${other} [2]`)).toEqual([])
  })
})

describe('the evaluation', () => {
  test('of an answer that stands and covers its question is excellent', () => {
    const { evaluation } = written('The main pump was replaced in March 2021 [1].', [pump], {
      keyTerms: [term('pump')],
    })
    expect(evaluation).toMatchObject({
      label: 'complete_excellent',
      confidence: 1,
      specific_issues: [],
      should_return_to_chief: false,
      ready_for_output: true,
    })
  })

  test('sends back what is unsupported, as long as it may', () => {
    const response = 'The main pump was replaced in March 2023 [1].'
    expect(written(response).evaluation).toMatchObject({ should_return_to_chief: true, ready_for_output: false })
    expect(written(response, [pump], { mayReturn: false }).evaluation).toMatchObject({
      label: 'failed_poor_quality',
      should_return_to_chief: false,
      ready_for_output: false,
      specific_issues: [expect.stringContaining('2023')],
    })
  })

  test('sends back what is beside the question, and says what is missing', () => {
    const keyTerms = ['avalanche', 'rescue', 'dog', 'pump'].map(term)
    const { evaluation, issues } = written('The main pump was replaced in March 2021 [1].', [pump], { keyTerms })
    expect(evaluation).toMatchObject({ label: 'incomplete_missing_info', should_return_to_chief: true })
    expect(issues).toEqual([{ key: 'question_uncovered', values: { terms: 'avalanche, rescue, dog' } }])
  })

  // Would catch an order (translate, table) whose own words count as what the answer leaves out.
  test('does not ask for words of the order where the cited passages speak of the rest', () => {
    const keyTerms = ['translate', 'table', 'please', 'second', '40'].map(term)
    const { evaluation, issues } = written('The main pump was replaced in March 2021 [1].', [pump], { keyTerms })
    expect(evaluation.label).not.toBe('incomplete_missing_info')
    expect(issues).toEqual([])
  })

  test('is the same every time, and never both sends back and is ready', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 200 })
    fc.assert(
      fc.property(text, text, fc.boolean(), (response, passage, mayReturn) => {
        const answer = { response: `${response} [1]`, refs: [], evidence: [evidence(1, passage)] }
        const once = judge(answer, { ...brief, mayReturn })
        expect(judge(answer, { ...brief, mayReturn })).toEqual(once)
        expect(CriticEvaluation.safeParse(once.evaluation).success).toBe(true)
      }),
    )
  })
})

// Whatever a document holds, its own words are never doubted: not by any rule, nor by how they are cited.
test('any slice of any passage that the answerer cites is supported', () => {
  const piece = fc.constantFrom(
    ...[
      'not ',
      'never ',
      '没有',
      '不',
      '1,200 ',
      '12 June 1968 ',
      '[3]',
      '\n',
      '，\n水',
      'Ada Lund ',
      '三十二个',
      '. ',
    ],
    ...['。', '½', '５ ％', 'pumps ', 'ﬁre', '\u00ad', '🙂', '| ', '- '],
  )
  const passages = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 4 })), {
    minLength: 1,
    maxLength: 40,
  })
  fc.assert(
    fc.property(passages, fc.nat(), fc.nat(), (pieces, from, length) => {
      const text = pieces.join('')
      const start = from % text.length
      const end = Math.min(text.length, start + 1 + (length % text.length))
      fc.pre(/[\p{L}\p{N}]/u.test(text.slice(start, end)))
      const item = evidence(1, text)
      const passage = {
        chunk: { doc_id: 'd', doc_name: 'd', heading_path: [], page: null },
        start: 0,
        end: text.length,
        text,
        score: 1,
        placements: [],
      }
      const sentence = { passage: 0, start, end, text: text.slice(start, end), listItem: false }
      const { response, refs } = cite([[sentence]], { passages: [passage as never], ids: ['e1'] }, () => [])
      const { sentences } = judge({ response, refs, evidence: [item] }, { ...brief, text: 'quotes' })
      expect(sentences.map(({ verdict }) => verdict)).toEqual(['supported'])
    }),
  )
})
