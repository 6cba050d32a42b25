import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

const denied =
  '<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code><Message>There is no such key.</Message></Error>'

/** A way to an S3 server that can be shut: as a network that is gone, or a server that refuses the keys. */
export async function startS3Way(to: string) {
  let state: 'open' | 'gone' | 'refuses' = 'open'
  const server = createServer((asked, answer) => {
    if (state === 'gone') return void asked.socket.destroy()
    if (state === 'refuses') {
      // With the body unread the other end may be told of a connection that broke.
      asked.resume()
      return void answer.writeHead(403, { 'content-type': 'application/xml' }).end(denied)
    }
    const { method, headers } = asked
    const on = request(`${to}${asked.url ?? ''}`, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      // Swift says more to a HEAD than it may, which breaks the connection to it but is no failure.
      if (method === 'HEAD') answer.end()
      else given.pipe(answer)
    })
    on.on('error', () => answer.writableEnded || answer.destroy())
    asked.pipe(on)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    become(next: typeof state) {
      state = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
