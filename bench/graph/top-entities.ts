import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { EntityCard } from '@shared/graph'
import { createEngine } from '@engine/engine'
import type { Engine } from '@engine/ports/engine-interface'
import type { BenchIo } from '../io'

/** Where the documents are: in a store of Cairn, or in files and folders that are read for this once. Paths may be relative. */
export type EntitySource = { readonly store: string } | { readonly documents: readonly string[] }

export interface TopEntity extends Pick<EntityCard, 'name' | 'type' | 'mentions' | 'documents'> {
  /** The first passage of its card, and the document that is from. */
  readonly passage: string
  readonly from: string
}

const longestPassage = 300
const lookEveryMs = 100

/** The highest entities of a library in the order of the Graph view, to be judged by a person. */
export async function topEntities(source: EntitySource, most: number, io: BenchIo): Promise<TopEntity[]> {
  if ('store' in source) return withEngine(resolve(source.store), io, (engine) => listTop(engine, most))
  const folder = await mkdtemp(join(tmpdir(), 'cairn-graph-'))
  try {
    return await withEngine(folder, io, async (engine) => {
      const paths = source.documents.map((path) => resolve(path))
      for (const work of [() => engine.ingest({ paths }), () => engine.readScans()]) {
        for await (const event of work()) if (event.type === 'progress') io.progress(event.message)
      }
      return listTop(engine, most)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withEngine<T>(folder: string, io: BenchIo, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await createEngine({ folder, resources: io.resources })
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

async function listTop(engine: Engine, most: number): Promise<TopEntity[]> {
  // A store whose shares are of an older version reads its documents again, in the background.
  do {
    await engine.graph.communities()
    await setTimeout(lookEveryMs)
  } while (engine.graph.state().documents.done < engine.graph.state().documents.total)
  const { nodes } = await engine.graph.picture({ limit: most })
  const listed: TopEntity[] = []
  for (const id of nodes.ids) {
    const { name, type, mentions, documents, passages } = await engine.graph.entity(id)
    const passage = (passages[0]?.text ?? '').replace(/\s+/gu, ' ').slice(0, longestPassage)
    listed.push({ name, type, mentions, documents, passage, from: passages[0]?.document_title ?? '' })
  }
  return listed
}
