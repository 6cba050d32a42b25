import { mulberry32 } from '@shared/hash'
import { splitSentences } from '@engine/text/sentences/sentences'

/** A sentence that holds the answer to a question, and where it comes from. */
export interface Quoted {
  readonly sentence: string
  readonly answer: string
  readonly question: string
  readonly passage: string
  /** Text of the passage that is not cited. */
  readonly elsewhere: string
}

/** Changes a sentence; null where it has nothing to change. */
export type Plant = (quoted: Quoted) => string | null

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
const asksForName =
  /谁|哪位|何人|哪里|哪儿|何地|何处|什么地方|叫什么|名字|哪个?(?:国家|城市|省|地区|公司|学校|大学|球队|大洲|岛)|哪国/u

/** What an honest editor may do to a sentence: nothing of it becomes wrong. */
export const trims: Readonly<Record<string, Plant>> = {
  leading_clause: ({ sentence }) => {
    const rest = /^[^,，]{4,60}[,，](?!\d)\s*(.{12,})$/su.exec(sentence)?.[1]
    return rest ? `${rest.charAt(0).toUpperCase()}${rest.slice(1)}` : null
  },
  inner_clause: ({ sentence }) => {
    const bracket = sentence.replace(/\s?[(（][^()（）]{2,60}[)）]/u, '')
    if (bracket !== sentence) return bracket
    const parts = /^(.{10,}?)[,，](?!\d)[^,，]{4,60}([,，](?!\d).{10,})$/su.exec(sentence)
    return parts ? `${parts[1]}${parts[2]}` : null
  },
}

/** The mistakes that are planted, each by a generator of its own so that one does not shift another. */
export function plants(all: readonly Quoted[], seed: number): Readonly<Record<string, Plant>> {
  const names = [...new Set(all.filter(isAnswerName).map(({ answer }) => answer))]
  return {
    number: wrongNumber(mulberry32(seed)),
    name: wrongName(names, mulberry32(seed + 1)),
    negation: flippedNegation(),
    addition: addedClause(mulberry32(seed + 2)),
  }
}

/** Every other time a figure of the same passage, which is harder to see, otherwise one nearby in value. */
function wrongNumber(random: () => number): Plant {
  let count = 0
  return ({ sentence, passage }) => {
    const figures = [
      ...sentence.matchAll(/(?<![\d.,\p{Script=Latin}-])\d+(?:,\d{3})*(?:\.\d+)?(?![\d\p{Script=Latin}])/gu),
    ]
    const figure = figures[Math.floor(random() * figures.length)]
    if (!figure) return null
    count += 1
    const own = figure[0].replaceAll(',', '')
    const others = (
      passage.match(/(?<![\d.,\p{Script=Latin}-])\d+(?:\.\d+)?(?![\d.,\p{Script=Latin}])/gu) ?? []
    ).filter((other) => Number(other) !== Number(own) && !figures.some(([one]) => one === other))
    const drawn = count % 2 === 0 ? others[Math.floor(random() * others.length)] : undefined
    const wrong = drawn ?? changedDigits(own, 1 + Math.floor(random() * 8))
    return replaceAt(sentence, figure.index, figure[0].length, wrong)
  }
}

function changedDigits(figure: string, by: number): string {
  const last = figure.at(-1) ?? '0'
  const changed = `${figure.slice(0, -1)}${(Number(last) + by) % 10}`
  return figure.length === 1 && changed === '0' ? '11' : changed
}

/** The name that answers the question, replaced by the answer to another such question. */
function wrongName(names: readonly string[], random: () => number): Plant {
  return (quoted) => {
    const { sentence, answer, passage } = quoted
    if (!isAnswerName(quoted)) return null
    const others = names.filter((name) => !name.includes(answer) && !answer.includes(name) && !sentence.includes(name))
    // Every second one from the passage itself, where it has another.
    const near = others.filter((name) => passage.includes(name))
    const from = near.length > 0 && random() < 0.5 ? near : others
    const other = from[Math.floor(random() * from.length)]
    return other === undefined ? null : sentence.replace(answer, () => other)
  }
}

/** Nothing of the critic's own idea of a name: capitals in English, the question's form in Chinese. */
function isAnswerName({ answer, question, sentence }: Quoted): boolean {
  if (!sentence.includes(answer)) return false
  if (isChinese(sentence)) return /^[\p{Script=Han}·]{2,10}$/u.test(answer) && asksForName.test(question)
  return /^\p{Lu}[\p{L}'.-]+(?: \p{Lu}[\p{L}'.-]+){0,3}$/u.test(answer)
}

const auxiliary = /\b(is|are|was|were|has|have|had|can|could|will|would|may|must|should|did|does|do)\b(?! not\b)/u
const chineseCopula =
  /(?<![不没总还正就但若凡于只要])(?:(是)(?!否|非)|(?<![具拥没含所])(有)(?!关|效|限|机|所|些|的|时)|(可以|能够|属于|位于|包括|认为|会(?=被|在|使)))/u
const denied: Readonly<Record<string, string>> = { 是: '不是', 有: '没有' }

/** A "not" put in, or taken out where there is one. */
function flippedNegation(): Plant {
  return ({ sentence }) => {
    if (isChinese(sentence)) {
      const without = sentence.replace(/没有(?=\p{Script=Han}{2})|并不(?=\p{Script=Han}{2})|不(?=[会能是可])/u, '')
      if (without !== sentence) return without
      const match = chineseCopula.exec(sentence)
      if (!match) return null
      return replaceAt(sentence, match.index, match[0].length, denied[match[0]] ?? `不${match[0]}`)
    }
    const without = sentence.replace(/(?:\bnot |\bnever )(?!only)/u, '')
    if (without !== sentence) return without
    const match = auxiliary.exec(sentence)
    return match ? replaceAt(sentence, match.index, match[0].length, `${match[0]} not`) : null
  }
}

/** A clause of the other passage joined on. */
function addedClause(random: () => number): Plant {
  return ({ sentence, elsewhere }) => {
    const clauses = splitSentences(elsewhere)
      .flatMap(({ start, end }) => elsewhere.slice(start, end).split(/[,，;；]/u))
      .map((clause) => clause.trim().replace(/[.。!?！？]$/u, ''))
      .filter((clause) => (isChinese(clause) ? clause.length >= 10 : clause.split(' ').length >= 6))
    const clause = clauses[Math.floor(random() * clauses.length)]
    if (clause === undefined) return null
    const open = sentence.replace(/[.。!?！？]["”」』]?$/u, '')
    return isChinese(sentence) ? `${open}，${clause}。` : `${open}, and ${clause}.`
  }
}

function replaceAt(text: string, at: number, length: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + length)
}
