import { detectLanguage } from '@engine/text/language'
import { titleFromName } from '../../files/file-name'
import type { ParsedText, Parser, ParserInput } from '../parser'
import { readSourceText } from '../structure/source-text'
import { StructureBuilder } from '../structure/structure-builder'
import { addRecord } from '../tables/records'
import { type Component, componentsOf, type ContentLine, dateInWords, textValue, valuesBetween } from './content-lines'

const fields = {
  en: {
    ...{
      N: 'Name',
      NICKNAME: 'Nickname',
      ORG: 'Organisation',
      TITLE: 'Job title',
      ROLE: 'Role',
      TEL: 'Phone',
      EMAIL: 'E-mail',
    },
    ...{
      ADR: 'Address',
      BDAY: 'Birthday',
      ANNIVERSARY: 'Anniversary',
      URL: 'Website',
      NOTE: 'Note',
      CATEGORIES: 'Groups',
    },
  },
  zh: {
    ...{ N: '姓名', NICKNAME: '昵称', ORG: '单位', TITLE: '职务', ROLE: '角色', TEL: '电话', EMAIL: '电子邮件' },
    ...{ ADR: '地址', BDAY: '生日', ANNIVERSARY: '纪念日', URL: '网站', NOTE: '备注', CATEGORIES: '分组' },
  },
} as const
const kinds = {
  en: { cell: 'mobile', home: 'home', work: 'work', fax: 'fax' },
  zh: { cell: '手机', home: '家庭', work: '工作', fax: '传真' },
} as const
type Language = keyof typeof fields
type Field = keyof (typeof fields)['en']

/** Address books: each card below the name of its person, with its fields named. */
export const vcardParser: Parser = {
  format: 'vcard',
  extensions: ['vcf', 'vcard'],
  kind: 'text',
  recognises: ({ promised, text }) => promised !== 'code' && /^\s*BEGIN:VCARD\s/iu.test(text),
  parse({ bytes, name }: ParserInput): ParsedText {
    const { text, gaps } = readSourceText(bytes)
    const builder = new StructureBuilder()
    builder.gaps.push(...gaps)
    const language = detectLanguage(text.replace(/^[\w-]+[:;]/gmu, ''))
    for (const card of componentsOf(text)) {
      if (card.kind === 'VCARD' && !builder.isFull) addCard(builder, card, language)
    }
    return builder.finish('vcard', titleFromName(name))
  },
}

function addCard(builder: StructureBuilder, card: Component, language: Language): void {
  const found = new Map<string, string>()
  for (const line of card.lines) {
    const label = labelOf(line, language)
    const value = label === undefined ? '' : valueOf(line)
    if (label === undefined || value === '') continue
    const before = found.get(label)
    found.set(label, before === undefined ? value : `${before}, ${value}`)
  }
  const label = fields[language].N
  const named = card.lines.find((line) => line.name === 'FN')
  const shown = named ? textValue(named.raw) : ''
  const name = shown || (found.get(label) ?? found.get(fields[language].ORG) ?? '')
  found.delete(label)
  builder.add('heading', name, { level: 1 })
  addRecord(builder, new Map([[label, name], ...found]))
}

function labelOf({ name, parameters }: ContentLine, language: Language): string | undefined {
  if (!isField(name)) return undefined
  const written = (parameters.get('TYPE') ?? '').toLowerCase()
  const kind = (['cell', 'fax', 'work', 'home'] as const).find((one) => written.includes(one))
  const about = kind && /^(?:TEL|EMAIL|ADR)$/u.test(name) ? ` (${kinds[language][kind]})` : ''
  return fields[language][name] + about
}

function isField(name: string): name is Field {
  return Object.hasOwn(fields.en, name)
}

function valueOf({ name, raw }: ContentLine): string {
  if (name === 'N') {
    const [family = '', given = '', middle = '', before = '', after = ''] = valuesBetween(raw, ';')
    const isChinese = /\p{Script=Han}/u.test(family + given)
    return isChinese ? family + given : [before, given, middle, family, after].filter(Boolean).join(' ')
  }
  if (name === 'ADR' || name === 'ORG') return valuesBetween(raw, ';').filter(Boolean).join(', ')
  if (name === 'CATEGORIES' || name === 'NICKNAME') return valuesBetween(raw, ',').join(', ')
  if (name === 'BDAY' || name === 'ANNIVERSARY') return dateInWords(raw)
  return textValue(raw.replace(/^(?:tel|mailto):/iu, '')).replace(/\s*\n\s*/gu, ' ')
}
