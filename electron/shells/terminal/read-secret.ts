import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { exitCode, type Context } from './command'

/** The first line of the standard input; at a terminal it is asked for with `prompt`, and what is typed is not shown. */
export async function readSecret(
  { world, err, signal, interrupts }: Pick<Context, 'world' | 'err' | 'signal' | 'interrupts'>,
  prompt: string,
): Promise<string> {
  const terminal = world.stdin.isTTY === true
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: world.stdin, output: unseen, terminal })
  // In raw mode Ctrl-C arrives here and not as a signal.
  reader.on('SIGINT', () => {
    if (!interrupts.press()) world.exit(exitCode.interrupted)
  })
  const leave = () => reader.close()
  signal.addEventListener('abort', leave, { once: true })
  if (terminal) err.line(prompt)
  try {
    for await (const line of reader) return line
    return ''
  } finally {
    signal.removeEventListener('abort', leave)
    reader.close()
  }
}
