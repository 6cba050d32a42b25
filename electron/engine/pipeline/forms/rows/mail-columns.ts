import type { Passage } from '@engine/retrieval/passage'
import type { Language } from '@engine/text/language'

/** What the answer calls a column of rows that stand in a passage. */
export type ColumnName = (label: string, passage: number) => string

/** The formats whose fields Cairn names itself, in English, when it reads a mail. */
const mails: ReadonlySet<string> = new Set(['eml', 'msg', 'mbox'])

/** As Chinese mail programs call them. */
const inChinese: Readonly<Record<string, string>> = {
  From: '发件人',
  To: '收件人',
  Cc: '抄送',
  Bcc: '密送',
  Date: '日期',
  Subject: '主题',
  Start: '开始时间',
  End: '结束时间',
  Location: '地点',
  Signature: '签名',
}

/** Names the fields of a mail in the language that is answered in; all other columns are called as their document calls them. */
export function columnNames(passages: readonly Passage[], language: Language): ColumnName {
  return (label, passage) => {
    const isMail = mails.has(passages[passage]?.chunk.format ?? '')
    return (isMail && language === 'zh' ? inChinese[label] : undefined) ?? label
  }
}
