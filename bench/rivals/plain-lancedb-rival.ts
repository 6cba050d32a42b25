import * as lancedb from '@lancedb/lancedb'
import { jiebaWords, type Rival, type RivalPlan } from './rival'

const batch = 1000

/** LanceDB's full-text search alone, as it is without options in English; in Chinese with ICU's words, or jieba's. */
export const plainLancedbRival: Rival = async (documents, plan) => {
  const connection = await lancedb.connect(plan.folder)
  const isCut = plan.language === 'zh' && plan.words === 'jieba'
  const rows = documents.map(({ id, title, text }) => {
    const whole = `${title}\n${text}`
    return { id, text: isCut ? jiebaWords(whole).join(' ') : whole }
  })
  const table = await connection.createTable('documents', rows.slice(0, batch))
  for (let at = batch; at < rows.length; at += batch) await table.add(rows.slice(at, at + batch))
  await table.createIndex('text', { config: lancedb.Index.fts(optionsOf(plan)) })
  return {
    async search(question, limit) {
      const asked = isCut ? jiebaWords(question).join(' ') : question
      const query = table.query().fullTextSearch(new lancedb.MatchQuery(asked, 'text'))
      const found: unknown[] = await query.select(['id', '_score']).limit(limit).toArray()
      return found.map(idOf)
    },
    close() {
      table.close()
      connection.close()
      return Promise.resolve()
    },
  }
}

function optionsOf({ language, words }: RivalPlan): Partial<lancedb.FtsOptions> {
  if (language === 'en') return {}
  const plain = { stem: false, removeStopWords: false }
  if (words === 'jieba') return { ...plain, baseTokenizer: 'whitespace' }
  // Its types do not know the tokenizer.
  const options: object = { ...plain, baseTokenizer: 'icu' }
  return options
}

function idOf(row: unknown): string {
  if (typeof row === 'object' && row !== null && 'id' in row) return String(row.id)
  throw new Error('LanceDB returned a row without id.')
}
