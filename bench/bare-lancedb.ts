import { join } from 'node:path'
import * as lancedb from '@lancedb/lancedb'
import { createHashedNgramEmbedder } from '../electron/inference/hashed-ngrams'
import { toTextQuery } from '../electron/retrieval/query'

const limit = 30

/** Milliseconds of one vector and one full-text query side by side, straight at LanceDB: the floor for retrieval. */
export async function bareQueries(store: string, questions: readonly string[]): Promise<number[]> {
  const connection = await lancedb.connect(join(store, 'lance'))
  try {
    const table = await connection.openTable('chunks')
    const embedder = createHashedNgramEmbedder()
    const times: number[] = []
    for (const question of questions) {
      const vector = await embedder.embedQuery(question)
      const terms = toTextQuery(question).terms.join(' ')
      const start = performance.now()
      await Promise.all([
        table.vectorSearch(vector).distanceType('cosine').limit(limit).toArrow(),
        table.query().fullTextSearch(new lancedb.MatchQuery(terms, 'search')).limit(limit).toArrow(),
      ])
      times.push(performance.now() - start)
    }
    return times
  } finally {
    connection.close()
  }
}
