// The process that maintains large chunk tables: under Electron's utility process or forked by Node. It ends with the one who started it.
import { constants } from 'node:os'
import { endWithParent, giveWay, parentLine } from '@engine/platform/end-with-parent'
import { prepareNativeEnvironment } from '../../opening/native-environment'
import { chunkTableName } from '../../tables/chunks'
import { connectTables } from '../../tables/chunk-table'
import { perform } from './maintain-tables'
import { type FromUpkeepProcess, type TableShape, ToUpkeepProcess } from './upkeep-task'

const line = parentLine()
const send = (message: FromUpkeepProcess) => line.send(message)

async function receive(raw: unknown): Promise<void> {
  const { id, ...rest } = ToUpkeepProcess.parse(raw)
  try {
    send({ type: 'done', id, shape: await maintain(rest) })
  } catch (thrown) {
    send({ type: 'failed', id, message: thrown instanceof Error ? thrown.message : String(thrown) })
  }
}

/** The table is opened for each task: the parent has written to it since the last one. */
async function maintain({ temporaryFolder, task, ...place }: Omit<ToUpkeepProcess, 'id'>): Promise<TableShape> {
  const environment = prepareNativeEnvironment(temporaryFolder)
  const connection = await connectTables(place)
  try {
    const table = await connection.openTable(chunkTableName)
    const shape = await perform(table, task)
    table.close()
    return shape
  } finally {
    connection.close()
    environment.restore()
  }
}

// At once, whatever native threads are doing: the next engine may open the tables.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
endWithParent()
// Sent to all processes of a service or a terminal. Whoever started this one closes in order, and may need it for that.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
giveWay(constants.priority.PRIORITY_BELOW_NORMAL)
line.onMessage((raw) => void receive(raw))
send({ type: 'started' })
