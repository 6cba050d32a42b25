import { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createMcpServer } from './mcp-server'
import type { McpParts } from './tools/mcp-call'

export interface StdioStreams {
  readonly stdin: NodeJS.ReadableStream
  /** Carries the protocol and nothing else. */
  readonly stdout: NodeJS.WritableStream
}

/** The longest message, in bytes; a client that sends more is let go. */
const maxBufferSize = 8 * 1024 * 1024

/** Serves one client over stdin and stdout until it closes stdin or `signal` is aborted; then what is under way is cancelled. */
export async function serveStdio(parts: McpParts, { stdin, stdout }: StdioStreams, signal: AbortSignal): Promise<void> {
  const server = createMcpServer(parts)
  const input = stdin instanceof Readable ? stdin : Readable.from(stdin)
  const output = stdout instanceof Writable ? stdout : passedOn(stdout)
  const transport = new StdioServerTransport(input, output, { maxBufferSize })
  const over = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    const leave = () => void server.close()
    for (const event of ['end', 'close', 'error']) input.once(event, leave)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) resolve()
  })
  await server.connect(transport)
  await over
}

function passedOn(stream: NodeJS.WritableStream): Writable {
  return new Writable({ write: (piece: Uint8Array, _encoding, done) => void stream.write(piece, done) })
}
