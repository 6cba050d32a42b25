// The threads in which the knowledge graph is kept. Each has one role, so that what people look at never holds up a search.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { serveThread } from '@engine/graph/runtime/thread-messages'

const Start = z.discriminatedUnion('role', [
  z.object({ role: z.literal('links') }),
  /** `terms`: folder of the terms that ship with Cairn, absolute. */
  z.object({ role: z.literal('entities'), terms: z.string() }),
])

// Each loads its own modules only. Never awaited at the top of a module: Node 20 crashes as a whole where a thread is stopped while such a module begins.
async function serveEntities(port: MessagePort, terms: string): Promise<void> {
  const { translationsFrom } = await import('@engine/graph/disambiguation/translations')
  const { createLibraryEntities } = await import('@engine/graph/runtime/library-entities')
  const { createHashedNgramEmbedder } = await import('@engine/inference/built-in/hashed-ngrams')
  const { readShippedTerms } = await import('@engine/retrieval/terms/load-term-table')
  const translationsOf = translationsFrom(await readShippedTerms(terms))
  // Milliseconds go by faster than versions: none comes twice, whichever thread or engine made it.
  const firstVersion = Date.now()
  serveThread(port, createLibraryEntities({ embedder: createHashedNgramEmbedder(), translationsOf, firstVersion }))
}

async function serveLinks(port: MessagePort): Promise<void> {
  const { createPassageLinks } = await import('@engine/graph/runtime/passage-links')
  serveThread(port, createPassageLinks())
}

const start = Start.parse(workerData)
if (parentPort) {
  if (start.role === 'links') void serveLinks(parentPort)
  else void serveEntities(parentPort, start.terms)
}
