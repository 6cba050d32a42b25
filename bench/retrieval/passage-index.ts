import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DocumentRecord } from '@shared/documents'
import { shareOf } from '@engine/graph/share/document-share'
import { NameGraph } from '@engine/graph/walk/name-graph'
import { searchGraph } from '@engine/graph/search/search-graph'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { chunkDocument } from '@engine/ingest/chunking/chunk'
import { embed } from '@engine/ingest/nodes/embed'
import { columnsOf } from '@engine/ingest/chunking/chunk-columns'
import { enrich } from '@engine/ingest/nodes/enrich'
import { TermBook } from '@engine/retrieval/terms/term-book'
import { defaultChain } from '@engine/retrieval/post-processors/default-chain'
import type { ChunkIndex } from '@engine/ports/storage/chunk-index'
import type { RetrievalRooms } from '@engine/retrieval/retrieve'
import { openStore } from '@engine/storage/opening/open-store'
import { toSearchColumn } from '@engine/text/analyse'
import type { BenchPassage } from '../data'
import { processorMs } from '../metrics'
import type { ProgressBar } from '../progress-bar'

const batchSize = 500

/** A temporary store that holds every passage as a document of its own; `document id` is the passage's id. */
export interface PassageIndex {
  readonly rooms: RetrievalRooms
  /** Until all can be searched, the graph left out: by the clock and of processor time. */
  readonly seconds: number
  readonly processorSeconds: number
  readonly graph: {
    readonly graph: NameGraph
    readonly seconds: number
    /** Of text it was built from. */
    readonly bytes: number
  }
  readonly close: () => Promise<void>
}

export async function indexPassages(
  passages: readonly BenchPassage[],
  resources: string,
  progress: ProgressBar,
): Promise<PassageIndex> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-bench-'))
  const embedder = createHashedNgramEmbedder()
  const store = await openStore(folder, { dimensions: embedder.dimensions, embedderId: embedder.id })
  const { index } = store
  const texts = new Map(passages.map(({ id, text }) => [id, text]))
  const { signal } = new AbortController()
  const [start, before] = [performance.now(), process.cpuUsage()]
  for (let at = 0; at < passages.length; at += batchSize) {
    progress.step('indexing passages', at, passages.length)
    const documents = passages.slice(at, at + batchSize).map(async (passage) => {
      const structure = structureOf(passage)
      const drafts = chunkDocument(passage.text, structure)
      const source = { ...structure, record: recordOf(passage), revision: '1' }
      const enriched = await enrich(source, drafts, columnsOf(structure.title, drafts), signal)
      const chunks = await embed({
        ...{ enriched, writer: index },
        documentId: passage.id,
        isReplacement: false,
        embedderId: embedder.id,
      })
      return { documentId: passage.id, revision: '1', chunks }
    })
    await index.replace(await Promise.all(documents))
  }
  await index.maintain(true)
  const seconds = (performance.now() - start) / 1000
  const processorSeconds = processorMs(before) / 1000
  const graph = await buildGraph(passages, index, progress)
  const terms = await TermBook.open({ shipped: join(resources, 'terms'), own: '', write: () => Promise.resolve() })
  return {
    seconds,
    processorSeconds,
    graph,
    rooms: {
      index,
      embedder,
      terms: terms.table,
      chain: defaultChain,
      graph: {
        search: (question, hits) => Promise.resolve(searchGraph(graph.graph, question, hits)),
      },
      readText: ({ chunk }, from, to) => Promise.resolve(texts.get(chunk.doc_id)?.slice(from, to) ?? null),
    },
    close: async () => {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The graph of names and passages, as the application keeps it in a thread. */
async function buildGraph(passages: readonly BenchPassage[], index: ChunkIndex, progress: ProgressBar) {
  const graph = new NameGraph()
  let [bytes, ms] = [0, 0]
  for (const [at, { id }] of passages.entries()) {
    progress.step('reading names', at, passages.length)
    const chunks = await index.chunksOf(id, 0, Number.MAX_SAFE_INTEGER)
    const start = performance.now()
    const read = chunks.map(({ id: chunkId, title, heading_path: headingPath, context, text }) => {
      const search = toSearchColumn(title, headingPath.join('\n'), context, text)
      return { id: chunkId, title, headingPath, text, search }
    })
    graph.add(shareOf(id, read))
    ms += performance.now() - start
    bytes += chunks.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  }
  return { graph, bytes, seconds: ms / 1000 }
}

function structureOf({ title, text }: BenchPassage): Parameters<typeof chunkDocument>[1] {
  const block = { kind: 'paragraph', start: 0, end: text.length, heading_path: [] } as const
  return {
    format: 'text',
    title: title.replaceAll('_', ' '),
    blocks: [{ ...block, heading_path: [] }],
    pages: [],
    gaps: [],
  }
}

function recordOf({ id, title }: BenchPassage): DocumentRecord {
  return {
    id,
    name: title || id,
    source: id,
    format: 'text',
    title,
    status: 'ready',
    content_hash: '',
    byte_size: 0,
    char_count: 0,
    chunk_count: 0,
    collection: 'bench',
    tags: [],
    gaps: [],
    error: null,
    duplicate_of: null,
    created_at: 0,
    updated_at: 0,
    pending: null,
    live: null,
    trashed_at: null,
    part_of: null,
    member_count: null,
    modified_at: null,
    authors: [],
    written_at: null,
  }
}
