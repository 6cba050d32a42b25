// The process that runs models: under Electron's utility process or forked by Node. It ends with the one who started it.
import { timer } from '@engine/platform/deadline'
import { endWithParent, parentLine } from '@engine/platform/end-with-parent'
import { serveHost, type HostPort } from './host-server'
import { modelOpeners } from './open-model'

const line = parentLine()
/** As the server of the host's protocol takes it. */
const port: HostPort = {
  send: (message) => line.send(message),
  on: (listener) => line.onMessage(listener),
}

endWithParent()

serveHost(port, modelOpeners, {
  now: () => performance.now(),
  after: timer,
  memoryBytes: () => process.memoryUsage.rss(),
  closed: () => process.exit(0),
})
