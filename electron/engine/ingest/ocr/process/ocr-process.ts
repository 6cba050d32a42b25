// The process that reads letters off pictures: under Electron's utility process or forked by Node. It ends with the one who started it.
import { constants } from 'node:os'
import { toCairnError } from '@shared/errors'
import { endWithParent, giveWay, parentLine } from '@engine/platform/end-with-parent'
import { createTesseract } from '../recognition/tesseract'
import { type FromOcrProcess, ToOcrProcess } from './page-task'
import { readPage } from './read-page'

const usageEveryMs = 500

const line = parentLine()
const send = (message: FromOcrProcess) => line.send(message)
const recogniser = createTesseract()
let last: Promise<unknown> = Promise.resolve()

/** One page at a time, in the order they come. */
function receive(raw: unknown): void {
  const { id, task } = ToOcrProcess.parse(raw)
  last = last.then(async () => {
    try {
      send({ type: 'read', id, reading: await readPage(task, recogniser) })
    } catch (thrown) {
      send({ type: 'failed', id, error: toCairnError(thrown).report() })
    }
  })
}

endWithParent()
giveWay(constants.priority.PRIORITY_LOW)
line.onMessage(receive)
send({ type: 'started' })
setInterval(() => {
  const { user, system } = process.cpuUsage()
  send({ type: 'usage', bytes: process.memoryUsage.rss(), cpu_ms: (user + system) / 1000 })
}, usageEveryMs).unref()
