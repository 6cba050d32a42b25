// The process that runs models: under Electron's utility process or forked by Node. It ends with the one who started it.
import { timer } from '@engine/platform/deadline'
import { serveHost, type HostPort } from './host-server'
import { modelOpeners } from './open-model'

/** Electron's line to the parent, which Node does not have. */
const parentPort = 'parentPort' in process ? (process.parentPort as typeof process.parentPort | undefined) : undefined

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

function failed(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`, () =>
    process.exit(1),
  )
}

process.on('uncaughtException', failed)
process.on('unhandledRejection', failed)
process.on('disconnect', () => process.exit(0))
// Whoever started it decides when it ends, not a key pressed in the terminal of both.
process.on('SIGINT', () => undefined)

serveHost(port, modelOpeners, {
  now: () => performance.now(),
  after: timer,
  memoryBytes: () => process.memoryUsage.rss(),
  closed: () => process.exit(0),
})
