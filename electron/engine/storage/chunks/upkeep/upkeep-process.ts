// The process that maintains large chunk tables: under Electron's utility process or forked by Node. It ends with the one who started it.
import { constants, setPriority } from 'node:os'
import { endWithParent, utilityPort } from '@engine/platform/end-with-parent'
import { prepareNativeEnvironment } from '../../opening/native-environment'
import { chunkTableName } from '../../tables/chunks'
import { connectTables } from '../../tables/chunk-table'
import { perform } from './maintain-tables'
import { type FromUpkeepProcess, ToUpkeepProcess } from './upkeep-task'

const parentPort = utilityPort()

function send(message: FromUpkeepProcess): void {
  if (parentPort) parentPort.postMessage(message)
  else process.send?.(message, undefined, {}, () => undefined)
}

/** The table is opened for each task: the parent has written to it since the last one. */
async function receive(raw: unknown): Promise<void> {
  const { id, uri, temporaryFolder, task } = ToUpkeepProcess.parse(raw)
  const environment = prepareNativeEnvironment(temporaryFolder)
  try {
    const connection = await connectTables({ uri })
    const table = await connection.openTable(chunkTableName)
    send({ type: 'done', id, shape: await perform(table, task) })
    table.close()
    connection.close()
  } catch (thrown) {
    send({ type: 'failed', id, message: thrown instanceof Error ? thrown.message : String(thrown) })
  } finally {
    environment.restore()
  }
}

endWithParent()
try {
  // Questions and the reading of files go first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {
  // Where the system forbids it, it runs as everything else does.
}
if (parentPort) parentPort.on('message', ({ data }: { data: unknown }) => void receive(data))
else process.on('message', (raw) => void receive(raw))
