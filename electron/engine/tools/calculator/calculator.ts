import { CalculatorArguments } from '@shared/tools/small-tool-arguments'
import { PhraseBook } from '../reading/phrase-book'
import { plainWriting, type Token, tokensOf } from '../reading/question-tokens'
import type { Tool, ToolContext, ToolQuestion, ToolReading, ToolResult } from '../tool'
import words from '@resources/lexicon/calculation-words.json'
import { calculationSentence, formula } from './calculation-words'
import { openArithmetic } from './evaluation/arithmetic'
import { evaluateExpression } from './evaluation/evaluate-expression'
import { unitPhrases, unitSymbols } from './evaluation/unit-table'
import { readCalculation } from './reading/asked-calculation'
import { looksLikeOtherThan } from './reading/look-alikes'
import { lacksAmount, readToldSum } from './reading/told-sum'
import { shownNumber } from './shown-number'

const book = new PhraseBook({ ...words, ...unitPhrases }, unitSymbols)
/** Words that only say that something is asked. */
const unsaid = ['filler', 'ask', 'request']
const ofAngles = /\b(?:sin|cos|tan)\((?![^)]*\bdeg\b)/u

/** Works out arithmetic, percentages and units, exactly. Needs nothing. */
export class Calculator implements Tool<CalculatorArguments> {
  readonly name = 'calculator'
  readonly version = '1'
  readonly title = { en: 'Calculator', zh: '计算器' }
  readonly description = {
    en: 'Works out arithmetic, percentages, functions such as square roots, and conversions between units, exactly.',
    zh: '精确计算四则运算、百分比、平方根等函数以及单位换算。',
  }
  readonly args = CalculatorArguments
  readonly examples = [
    { question: 'What is 15% of 890,000?', args: { expression: '15% * 890000' } },
    { question: '(3+4)*2^10', args: { expression: '(3 + 4) * 2^10' } },
    {
      question: 'Four people share a bill of 120 with a 10% tip, how much each?',
      args: { expression: '(120 + 10%) / 4' },
    },
    { question: '5 miles in km', args: { expression: '5 mile to km' } },
    { question: '一百二十万的百分之十五是多少？', args: { expression: '15% * 1200000' } },
    { question: '120元加10%小费，4个人平分，每人多少？', args: { expression: '(120 + 10%) / 4' } },
    { question: '5公里是多少英里？', args: { expression: '5 km to mile' } },
  ]
  readonly limitMs = 1000

  read({ text, language }: ToolQuestion): ToolReading<CalculatorArguments> | null {
    const plain = plainWriting(text)
    return readWhole(plain) ?? readTold(plain, language)
  }

  async run({ expression: asked }: CalculatorArguments, { language, signal }: ToolContext): Promise<ToolResult> {
    const expression = inSigns(asked)
    const arithmetic = await openArithmetic()
    signal.throwIfAborted()
    const result = evaluateExpression(expression, arithmetic)
    const { text, isExact } = shownNumber(result.value)
    return {
      text: calculationSentence(expression, result, language),
      data: { expression, value: text.replaceAll(',', ''), unit: result.unit, exact: isExact },
      sources: [],
      notes: notesOn(expression, isExact, language),
      workings: formula(expression, result, language),
    }
  }
}

/** A question of which every word belongs to the calculation. `text` as `plainWriting` gives it. */
function readWhole(text: string): ToolReading<CalculatorArguments> | null {
  const tokens = tokensOf(text, book)
  if (!tokens || looksLikeOtherThan(tokens)) return null
  const said = tokens.filter((token) => !isUnsaid(token))
  const expression = readCalculation(said)
  if (expression === null) return null
  // Two numbers and a sign by themselves may be a code or a share as well.
  const isBare =
    said.length === tokens.length && said.every(({ isPlainDigits, raw }) => isPlainDigits || /^[-/]$/u.test(raw))
  return { is: 'arguments', args: { expression }, confidence: isBare ? 0.7 : 1 }
}

/** A question that tells of things and amounts, or lacks the amount. `text` as `plainWriting` gives it. */
function readTold(text: string, language: ToolQuestion['language']): ToolReading<CalculatorArguments> | null {
  const expression = readToldSum(text)
  if (expression !== null) return { is: 'arguments', args: { expression }, confidence: 0.9 }
  if (!lacksAmount(text)) return null
  const ask = language === 'zh' ? '原来的金额是多少？' : 'Of which amount?'
  return { is: 'missing', argument: 'expression', ask, choices: [], confidence: 0.9 }
}

/** “15% of 890000” as “15% * 890000”; what is no question stays as it is, for the parser. */
function inSigns(asked: string): string {
  const tokens = tokensOf(plainWriting(asked), book)
  return (tokens && readCalculation(tokens.filter((token) => !isUnsaid(token)))) ?? asked
}

function isUnsaid({ senses }: Token): boolean {
  return [...senses.keys()].every((kind) => unsaid.includes(kind))
}

function notesOn(expression: string, isExact: boolean, language: ToolContext['language']): string[] {
  const notes: string[] = []
  if (!isExact) notes.push(language === 'en' ? 'The result is rounded to 12 digits.' : '结果保留了12位有效数字。')
  if (ofAngles.test(expression)) {
    notes.push(language === 'en' ? 'Angles without a unit are in radians.' : '没有写单位的角按弧度计算。')
  }
  if (/\blog\(/u.test(expression)) {
    notes.push(
      language === 'en'
        ? '“log” is the natural logarithm, “log10” that to base 10.'
        : 'log 是自然对数，log10 是以10为底的对数。',
    )
  }
  return notes
}
