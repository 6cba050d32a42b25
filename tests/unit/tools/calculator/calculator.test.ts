import { describe, expect, it } from 'vitest'
import { detectLanguage } from '@engine/text/language'
import { Calculator } from '@engine/tools/calculator/calculator'
// Expected values were worked out by Python's decimal and fractions.
import calculations from '../../../fixtures/tools/calculations.json'

const tool = new Calculator()

function contextFor(text: string) {
  return { language: detectLanguage(text), now: 0, timeZone: 'UTC', signal: new AbortController().signal }
}

async function answer(question: string) {
  const context = contextFor(question)
  const read = tool.read({ text: question, ...context })
  if (read?.is !== 'arguments') return null
  return { read, result: await tool.run(read.args, context) }
}

const ofExpression = (expression: string) => tool.run({ expression }, contextFor(expression))

describe('questions', () => {
  it.each(calculations)('$question', async ({ question, ...expected }) => {
    const answered = await answer(question)
    expect(answered?.result.data).toMatchObject(expected)
    expect(answered?.read.confidence).toBe(1)
  })

  it.each(tool.examples)('example: $question', ({ question, args }) => {
    expect(tool.read({ text: question, ...contextFor(question) })).toMatchObject({ is: 'arguments', args })
  })
})

describe('sentences', () => {
  it.each([
    ['15% of 890,000', '15% of 890,000 is 133,500.'],
    ['一百二十万的百分之十五', '1,200,000的15%是180,000。'],
    ['5 miles in km', '5 miles is 8.04672 kilometers.'],
    ['1 km in meters', '1 kilometer is 1,000 meters.'],
    ['5公里是多少英里', '5公里约为3.10685596119英里。'],
    ['what is 20 % off 350', '350 − 20% = 280.'],
    ['20 is what percent of 80', '20 is 25% of 80.'],
    ['20占80的百分之几', '20是80的25%。'],
    ['the square root of 2', 'sqrt(2) ≈ 1.41421356237.'],
    ['-40 C in F', '−40 degrees Celsius is −40 degrees Fahrenheit.'],
    ['3*4', '3 × 4 = 12.'],
  ])('%s', async (question, text) => {
    expect((await answer(question))?.result.text).toBe(text)
  })

  it('shows how it was worked out', async () => {
    expect((await answer('increase 1200 by 8%'))?.result.workings).toBe('1,200 + 8% = 1,296')
    expect((await answer('percentage increase from 80 to 100'))?.result.workings).toBe('(100 − 80) ÷ 80 = 25%')
  })

  it('says that a result is rounded, and how angles are read', async () => {
    expect((await answer('sin(1)'))?.result.notes).toEqual([
      'The result is rounded to 12 digits.',
      'Angles without a unit are in radians.',
    ])
  })
})

describe('what is no calculation', () => {
  it.each(
    [
      [
        '预算',
        '算法',
        '预算是多少？',
        '这个算法是谁写的',
        '一斤苹果多少钱',
        '三个和尚',
        '第三章讲了什么',
        '五十多人',
        '一',
        '百分之十五',
      ],
      [
        '多少人参加了会议',
        '2020年收入的15%用在哪里',
        '两国之间的差距有多大',
        '5公里赛跑',
        '十万个为什么',
        '3到5天',
        '和平',
        '一半',
      ],
      [
        'What does the calculator chapter say?',
        'What is 5G?',
        'Section 3.2',
        'What is section 3.2?',
        '2019-2021',
        '2019–2021',
      ],
      [
        'What happened in 2019-2021?',
        'What was 15% of revenue in 2020 spent on?',
        '555-1234',
        '555-123-4567',
        '+86 10 6554 3210',
      ],
      [
        '010-65543210',
        '2021-05-03',
        'What is 2021-05-03?',
        '3/4/2021',
        'version 1.2.3',
        '1.2.3',
        'TKT-1042',
        'ISO 9001',
        'RFC 2119',
      ],
      [
        'What is 24/7?',
        'What is 9/11?',
        'pages 10-15',
        '10-15',
        'What are the 3 pillars?',
        'How many people work here?',
        'What is pi?',
      ],
      [
        'What is 42?',
        '15%',
        '890,000',
        'What is 15%?',
        'How many days of leave do I have?',
        '7 days in May',
        'COVID-19',
        'A4',
        'B2B',
      ],
      [
        'What is the average price?',
        'What is the sum of the invoices?',
        'the square root of the problem',
        '5 miles in hell',
        'x + 3',
      ],
      [
        'How many grams of sugar are in the recipe?',
        'in',
        'times',
        '3 times a week',
        'two or three',
        'half of the members',
        '',
      ],
      [
        'What is the time in km',
        '1 in 10',
        'one two three',
        '3 for 2',
        '100 pounds in euros',
        'Catch-22',
        '2 + x',
        '= 4',
        '+',
        '50/50',
      ],
      ['max(1,200)', '½ of 30', 'What is 7/11 called?', '3:30', '12:00-13:00', '192.168.1.1', '1,2,3'],
    ].flat(),
  )('%s', (question) => {
    expect(tool.read({ text: question, ...contextFor(question) })).toBeNull()
  })
})

describe('expressions of other programs', () => {
  it.each([
    ['1,200 * 3', '3600'],
    ['5 miles in km', '8.04672'],
    ['98.6 F to C', '37'],
    ['3 jin to kg', '1.5'],
    ['2 ** 3', '8'],
    ['-2^2', '-4'],
    ['(100 + 8%) + 1', '109'],
    ['17 % 5', '2'],
    ['15% of 890000', '133500'],
    ['100 + 8% + 1', '109'],
    ['(5 m)^2 to cm2', '250000'],
    ['e^0 + pi*0', '1'],
  ])('%s', async (expression, value) => {
    expect((await ofExpression(expression)).data['value']).toBe(value)
  })
})

describe('hostile expressions', () => {
  it.each(
    [
      [
        '9^9^9^9',
        '1e999999999',
        '10^1e9',
        '(10^300)^300',
        'factorial(1e6)',
        '1000000!',
        '200!!',
        '2^0.5^'.repeat(60) + '2',
        'exp(1e9)',
      ],
      [
        '('.repeat(10_000) + '1' + ')'.repeat(10_000),
        '('.repeat(200) + '1' + ')'.repeat(200),
        '-'.repeat(400) + '1',
        '1'.repeat(450),
      ],
      [
        '2^'.repeat(200) + '2',
        '1' + '+1%'.repeat(100),
        'sin('.repeat(100) + '1' + ')'.repeat(100),
        '5'.repeat(100_000),
      ],
      [
        'import("fs")',
        'import',
        'constructor',
        '__proto__',
        'toString',
        'constructor.constructor("return 1")()',
        'cos.constructor',
        'evaluate("1")',
      ],
      [
        'parse(1)',
        'createUnit(1)',
        'simplify(x)',
        'derivative(x, x)',
        'a = 1',
        'f(x) = x',
        '[1,2,3]',
        '{a: 1}',
        '1:10',
        '"text"',
        "'text'",
        '1; 2',
      ],
      [
        'hasOwnProperty(1)',
        'valueOf()',
        'config(1)',
        'random()',
        'true',
        'null',
        'undefined',
        'NaN',
        'Infinity',
        'i',
        'x',
        '2 x',
        '1 ? 2 : 3',
      ],
      [
        '1 == 1',
        '1 < 2',
        'not 1',
        '1 and 2',
        '1 | 2',
        '1 & 2',
        '~1',
        '1 << 2',
        "5'",
        '1 to 2',
        '5 km to kg',
        '5 km + 3 kg',
        'sin(5 km)',
      ],
      [
        '1/0',
        '0^0',
        'sqrt(-1)',
        'log(0)',
        'log(5, 1)',
        '(-8)^0.5',
        'asin(2)',
        '5 mod 0',
        '0.5!',
        '(-1)!',
        'gcd(0.5, 2)',
        'round(1, 99)',
        '(5 m)^99',
      ],
      [
        '',
        '   ',
        '()',
        '1 +',
        '* 1',
        'sqrt()',
        'sqrt(1, 2)',
        'max()',
        '1..2',
        '\u0000',
        '１+',
        '1e400 * 1e400',
        '1e-400 * 1e-400',
        '1e401',
      ],
    ].flat(),
  )('%s', async (expression) => {
    await expect(ofExpression(expression)).rejects.toMatchObject({ name: 'CairnError', code: 'INVALID_INPUT' })
  })

  it('leaves prototypes as they were', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    await ofExpression('__proto__.x = 1').catch(() => undefined)
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })

  it.each([
    '1+'.repeat(200_000),
    '('.repeat(100_000),
    '一'.repeat(100_000),
    'one '.repeat(50_000),
    '9'.repeat(100_000),
    ' '.repeat(500_000),
  ])('reads nothing in a text that is too long', (text) => {
    expect(tool.read({ text, ...contextFor('1') })).toBeNull()
  })

  it('reads nested parentheses as deep as the parser goes', () => {
    expect(tool.read({ text: `${'('.repeat(150)}1+1${')'.repeat(150)}`, ...contextFor('1') })).toBeNull()
  })

  it('takes no more than its limits of a costly expression', async () => {
    await expect(ofExpression(Array.from({ length: 21 }, (_, at) => `sin(${at})`).join('+'))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})
