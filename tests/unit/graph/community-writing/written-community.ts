import type { Chunk } from '@shared/documents'
import type { CommunityCard, GraphPassageRef } from '@shared/graph'
import { splitSentences } from '@engine/text/sentences/sentences'

/** A passage of a document of that name, `start` letters into its text. */
export function chunkOf(id: string, text: string, start = 1000): Chunk {
  return {
    ...{ id: `${id}:1:0`, doc_id: id, revision: '1', index: 0, doc_name: `${id}.md`, title: '', collection: 'c' },
    ...{ heading_path: ['Part'], page: null, context: '', format: 'text', token_count: 1 },
    ...{ text, start, end: start + text.length, window_start: start, window_end: start + text.length },
  }
}

/** An extractive card whose summary is one sentence of each chunk, the first unless said otherwise. */
export function cardOf(
  chunks: readonly Chunk[],
  names: readonly string[] = [],
  more: Partial<CommunityCard> = {},
  sentence = 0,
): CommunityCard {
  const passages = chunks.map((chunk): GraphPassageRef => {
    const { start, end } = splitSentences(chunk.text)[sentence] ?? { start: 0, end: chunk.text.length }
    return {
      ...{ chunk_id: chunk.id, document_id: chunk.doc_id, document_title: chunk.doc_name },
      ...{ heading_path: chunk.heading_path, page: null, start: chunk.start + start, end: chunk.start + end },
      text: chunk.text.slice(start, end),
    }
  })
  return {
    ...{ id: 'c_1', level: 0, parent: null, title: names.slice(0, 3).join(', '), size: names.length, children: [] },
    entities: names.map((name, at) => ({ id: `n_${at}`, name, type: null, mentions: 1, documents: 1 })),
    summary: { text: passages.map(({ text }) => text).join(' '), by: null, passages },
    ...more,
  }
}

/** What a model says, as JSON. */
export const reply = (title: string, summary: string) => JSON.stringify({ title, summary })

export const pumps = [
  chunkOf(
    'pumps',
    'The Mirador pumping station uses Kessel radar gauges. They measure the level of the lake every hour.',
  ),
  chunkOf('lake', 'Lake Arden supplies the Mirador pumping station with water. The dam was built in 1932.'),
]
export const pumpNames = ['Mirador', 'Kessel', 'Lake Arden']

export const 水泵 = [
  chunkOf('泵站', '湖滨泵站使用雷达液位计测量湖水水位。数据每小时上传一次。'),
  chunkOf('湖', '青龙湖向湖滨泵站供水。大坝建于1932年。'),
]
export const 名称 = ['湖滨泵站', '雷达液位计', '青龙湖']
