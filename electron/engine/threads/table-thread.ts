// The thread in which tables are read and typed: a long one takes seconds, which nobody should wait for who asked something else.
import { KeyObject } from 'node:crypto'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { serveThread } from '@engine/graph/runtime/thread-messages'

/** An object of the store: its file, the SHA-256 that it must have, and what opens it where it is sealed. */
const Stored = z.object({
  path: z.string(),
  address: z.string(),
  key: z.custom<KeyObject>((value) => value instanceof KeyObject).optional(),
})
/** As `buildTables` takes it. */
const Request = z.object({
  text: Stored,
  structure: Stored,
  into: z.string(),
  key: z.string().optional(),
})

// Never awaited at the top of a module: Node 20 crashes as a whole where a thread is stopped while such a module begins.
async function serve(port: MessagePort): Promise<void> {
  const { buildTables } = await import('@engine/tools/tables/keeping/build-tables')
  serveThread(port, { build: (request: unknown) => buildTables(Request.parse(request)) })
}

if (parentPort) {
  // What is asked meanwhile waits in the port.
  void serve(parentPort)
}
