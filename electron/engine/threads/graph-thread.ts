// The threads in which the knowledge graph is kept. Each has one role, so that what people look at never holds up a search.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { translationsFrom } from '@engine/graph/disambiguation/translations'
import { createLibraryEntities } from '@engine/graph/runtime/library-entities'
import { createPassageLinks } from '@engine/graph/runtime/passage-links'
import { serveThread } from '@engine/graph/runtime/thread-messages'
import { createHashedNgramEmbedder } from '@engine/inference/built-in/hashed-ngrams'
import { readShippedTerms } from '@engine/retrieval/terms/load-term-table'

const Start = z.discriminatedUnion('role', [
  z.object({ role: z.literal('links') }),
  /** `terms`: folder of the terms that ship with Cairn, absolute. */
  z.object({ role: z.literal('entities'), terms: z.string() }),
])

// Never awaited at the top of a module: Node 20 crashes as a whole where a thread is stopped while such a module begins.
async function serveEntities(port: MessagePort, terms: string): Promise<void> {
  const translationsOf = translationsFrom(await readShippedTerms(terms))
  // Milliseconds go by faster than versions: none comes twice, whichever thread or engine made it.
  const firstVersion = Date.now()
  serveThread(port, createLibraryEntities({ embedder: createHashedNgramEmbedder(), translationsOf, firstVersion }))
}

const start = Start.parse(workerData)
if (parentPort) {
  if (start.role === 'links') serveThread(parentPort, createPassageLinks())
  else void serveEntities(parentPort, start.terms)
}
