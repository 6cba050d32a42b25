import sqlite3InitModule from '@sqlite.org/sqlite-wasm'
import { jiebaWords, type Rival, type RivalPlan } from './rival'

const isWord = /[\p{L}\p{N}]+/gu

/**
 * SQLite's FTS5 as WebAssembly, in memory, for no native build comes from the registry: ranked by `rank` (BM25), any of the question's words
 * may stand in a document. `porter` in English; in Chinese `trigram`, which its documentation names for text without spaces, or
 * jieba's words with spaces between them.
 */
export const sqliteRival: Rival = async (documents, plan) => {
  const sqlite = await sqlite3InitModule()
  const database = new sqlite.oo1.DB(':memory:')
  database.exec(`CREATE VIRTUAL TABLE documents USING fts5(id UNINDEXED, text, tokenize = '${tokenizerOf(plan)}')`)
  const isCut = plan.language === 'zh' && plan.words === 'jieba'
  database.transaction(() => {
    const insert = database.prepare('INSERT INTO documents VALUES (?, ?)')
    for (const { id, title, text } of documents) {
      const whole = `${title}\n${text}`
      insert.bind([id, isCut ? jiebaWords(whole).join(' ') : whole]).stepReset()
    }
    insert.finalize()
  })
  return {
    search(question, limit) {
      const terms = termsOf(question, plan)
      if (terms.length === 0) return Promise.resolve([])
      const query = terms.map((term) => `"${term}"`).join(' OR ')
      const sql = 'SELECT id FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT ?'
      return Promise.resolve(database.selectValues(sql, [query, limit]).map(String))
    },
    close() {
      database.close()
      return Promise.resolve()
    },
  }
}

function tokenizerOf({ language, words }: RivalPlan): string {
  if (language === 'en') return 'porter unicode61'
  return words === 'own' ? 'trigram' : 'unicode61'
}

function termsOf(question: string, { language, words }: RivalPlan): string[] {
  const parts = question.match(isWord) ?? []
  if (language === 'en') return parts
  if (words === 'jieba') return jiebaWords(question)
  return parts.flatMap((part) => {
    const signs = Array.from(part)
    return signs.slice(2).map((_, at) => signs.slice(at, at + 3).join(''))
  })
}
