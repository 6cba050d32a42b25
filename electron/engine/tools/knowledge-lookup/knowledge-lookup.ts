import { z } from 'zod'
import type { Passage } from '@engine/retrieval/passage'
import type { Tool } from '../tool'

const Args = z.object({
  query: z.string().trim().min(1).max(500).describe('What to look for, in either language.'),
  most: z.number().int().min(1).max(20).default(5).describe('Passages wanted at most.'),
})
export type LookupArgs = z.output<typeof Args>

interface LookupNeeds {
  /** Passages that reach the relevance floor, best first. */
  readonly search: (query: string, most: number, signal: AbortSignal) => Promise<readonly Passage[]>
}

/** The search of the knowledge base as a tool: for other programs and people who call it by name, never by a question. */
export function createKnowledgeLookup({ search }: LookupNeeds): Tool<LookupArgs> {
  return {
    name: 'knowledge_lookup',
    version: '1',
    title: { en: 'Knowledge base', zh: '知识库' },
    description: {
      en: 'Searches the documents and gives the passages that come nearest, word for word.',
      zh: '检索文档，逐字给出最相关的段落。',
    },
    args: Args,
    examples: [],
    limitMs: 10_000,
    // Every question searches the documents already.
    read: () => null,
    async run({ query, most }, { language, signal }) {
      const passages = await search(query, most, signal)
      const rows = passages.map(({ chunk, text, start, end, score }) => ({
        cells: [chunk.title || chunk.doc_name, text, score.toFixed(2)],
        source: { documentId: chunk.doc_id, start, end },
      }))
      const count = rows.length
      return {
        text:
          language === 'zh'
            ? `找到 ${count} 个段落。`
            : `${count} ${count === 1 ? 'passage was' : 'passages were'} found.`,
        data: {
          passages: passages.map(({ chunk, text, start, end }) => ({
            document: chunk.doc_name,
            id: chunk.doc_id,
            text,
            start,
            end,
          })),
        },
        ...(count > 0
          ? {
              table: {
                columns: language === 'zh' ? ['文档', '段落', '得分'] : ['Document', 'Passage', 'Score'],
                rows,
                total: count,
              },
            }
          : {}),
        sources: [],
        notes: [],
      }
    },
  }
}
