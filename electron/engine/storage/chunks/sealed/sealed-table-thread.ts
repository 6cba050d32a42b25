// The thread that serves sealed tables to LanceDB: what it seals and opens would hold up everything else in the main thread.
import { createSecretKey } from 'node:crypto'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { SealedTableServer } from './sealed-table-server'
import type { FromTableThread, ToTableThread } from './sealed-tables'
import { TableFiles } from './sealed-table-files'

const Start = z.object({
  store: z.string(),
  temporaryFolder: z.string(),
  bucket: z.string(),
  secret: z.string(),
  port: z.number(),
  key: z.instanceof(Uint8Array),
})

async function serve(line: MessagePort): Promise<void> {
  const { key: bytes, store, temporaryFolder, ...address } = Start.parse(workerData)
  const key = createSecretKey(bytes)
  bytes.fill(0)
  const files = new TableFiles({ store, temporaryFolder, key })
  const server = await SealedTableServer.open({ ...address, files })
  line.on('message', (asked: ToTableThread) => {
    if (asked === 'close') void server.close().then(() => line.close())
    else void files.letGo().then(() => line.postMessage('gone' satisfies FromTableThread))
  })
  line.postMessage({ port: server.port } satisfies FromTableThread)
}

if (parentPort) void serve(parentPort)
