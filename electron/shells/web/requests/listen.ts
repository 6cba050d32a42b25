import type { Server } from 'node:http'
import { CairnError, hasCode } from '@shared/errors'

const loopback4 = '127.0.0.1'
const loopback6 = '::1'
const attempts = 20

/**
 * Lets `make()` servers listen on both loopback addresses, so that `localhost` works whichever a browser tries first.
 * Port 0 finds a free one. A machine without IPv6 gets one server. Throws UNREACHABLE where a given port is taken:
 * half of it is not enough, because `localhost` might then lead to somebody else's program.
 */
export async function listenOnLoopback(make: () => Server, port: number): Promise<{ port: number; servers: Server[] }> {
  for (let attempt = 1; ; attempt += 1) {
    const first = make()
    try {
      const bound = await listen(first, loopback4, port)
      const second = make()
      try {
        await listen(second, loopback6, bound)
        return { port: bound, servers: [first, second] }
      } catch (thrown) {
        if (!hasCode(thrown, 'EADDRINUSE')) return { port: bound, servers: [first] }
        await close(first)
        throw thrown
      }
    } catch (thrown) {
      if (port === 0 && hasCode(thrown, 'EADDRINUSE') && attempt < attempts) continue
      throw explained(thrown, port)
    }
  }
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, ipv6Only: host === loopback6 }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

function explained(thrown: unknown, port: number): unknown {
  const again = 'Choose another one with --port, or none to let Cairn find a free one.'
  if (hasCode(thrown, 'EADDRINUSE'))
    return new CairnError('UNREACHABLE', `Another program uses port ${port}.`, again, { cause: thrown })
  if (hasCode(thrown, 'EACCES'))
    return new CairnError('PERMISSION_DENIED', `Cairn may not use port ${port}.`, again, { cause: thrown })
  return thrown
}
