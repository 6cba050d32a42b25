// The process that runs models: under Electron's utility process or forked by Node. It ends with the one who started it.
import { timer } from '@engine/platform/deadline'
import { endWithParent, utilityPort } from '@engine/platform/end-with-parent'
import { serveHost, type HostPort } from './host-server'
import { modelOpeners } from './open-model'

const parentPort = utilityPort()

const port: HostPort = parentPort
  ? {
      send: (message) => parentPort.postMessage(message),
      on: (listener) => parentPort.on('message', ({ data }: { data: unknown }) => listener(data)),
    }
  : {
      // A parent that has gone is noticed by 'disconnect'.
      send: (message) => process.send?.(message, undefined, {}, () => undefined),
      on: (listener) => process.on('message', listener),
    }

endWithParent()

serveHost(port, modelOpeners, {
  now: () => performance.now(),
  after: timer,
  memoryBytes: () => process.memoryUsage.rss(),
  closed: () => process.exit(0),
})
